"""Cone inference: which inequalities do all value functions share, and which of them prove each other?"""

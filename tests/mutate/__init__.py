"""Can the gate fail?"""

"""Tests; they mirror the package by name."""

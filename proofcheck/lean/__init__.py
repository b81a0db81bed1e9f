"""Lean: find a toolchain, build the companion project, audit what it proves.

The Lean kernel is what is trusted; nothing here decides that a theorem holds. This layer makes
sure that the kernel was really asked, about the agreed statements, and that nothing was assumed.
"""

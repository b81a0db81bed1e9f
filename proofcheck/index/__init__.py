"""Whittle indices with guaranteed digits, and certificates of indexability.

from proofcheck.index import whittle_index
whittle_index(model=2, K=6, mu="0.5", beta="0.99", q=6, tau=1, digits=12).text
"""

from proofcheck.index.api import as_array, index_table, whittle_index

__all__ = ["as_array", "index_table", "whittle_index"]

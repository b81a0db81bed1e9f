"""The papers' figures, computed anew: data as CSV, drawings as SVG and PNG."""

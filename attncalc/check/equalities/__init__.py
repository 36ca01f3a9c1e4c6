"""Chains of = as they stand, without a problem: each side against those before it, names carried on."""

"""Fused kernels of other packages, each behind an adapter: plain attention in float32."""

"""What stands around attention in a transformer: norms, residuals, feed-forward layers, whole layers and models."""

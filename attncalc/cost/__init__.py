"""What a mechanism costs: parameters, operations and bytes, counted on the shapes of its lines."""

"""The whole table looked at, part by part: each with a verdict and a remedy."""

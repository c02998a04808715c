"""Access to language models: providers, the metering gateway, usage, prices, an embedded model."""

"""The MCP seat server, and external agent programs that play over it."""

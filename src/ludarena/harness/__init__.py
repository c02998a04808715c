"""External agent programs at the table: the MCP seat server and the controller behind it."""

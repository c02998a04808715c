"""One module a program: its configuration, its command lines, what its output tells."""

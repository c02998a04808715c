"""The command line as a module, for tests that start it in another process."""

from ludarena.cli import main

if __name__ == "__main__":
    main()

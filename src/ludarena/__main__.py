"""`python -m ludarena`: the command line where no script is on the path."""

from ludarena.cli import main

if __name__ == "__main__":
    main()

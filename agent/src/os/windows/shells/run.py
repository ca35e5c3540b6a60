# Calls the script beside it with the arguments in the file beside it: a command line is
# too short for them.
import os
import sys


def _load():
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "arguments"), "rb") as file:
        words = file.read().decode("utf-8").split("\0")
    path = os.path.join(folder, "script.py")
    # A name stands before the first argument, and nothing behind the last.
    sys.argv = [path] + words[1:-1]
    with open(path, "rb") as file:
        return path, compile(file.read(), path, "exec")


__file__, _code = _load()
del os, sys, _load
exec(_code)

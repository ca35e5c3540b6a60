"""Tells whether ports of another computer can be reached.

Arguments: host:port, as many as wanted.
Exit code: 0 all can be reached, 1 one cannot, 2 wrong arguments.
"""
import socket
import sys
import time

SECONDS = 5


def check(target):
    host, _, port = target.rpartition(":")
    host = host.strip("[]")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        print(f"{target}: must be written as host:port", file=sys.stderr)
        return 2
    start = time.monotonic()
    try:
        with socket.create_connection((host, int(port)), timeout=SECONDS):
            print(f"{target}: open, {1000 * (time.monotonic() - start):.0f} ms")
            return 0
    except OSError as error:
        print(f"{target}: cannot be reached ({error})")
        return 1


def main():
    if len(sys.argv) < 2:
        print("name at least one host:port", file=sys.stderr)
        return 2
    return max(check(target) for target in sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

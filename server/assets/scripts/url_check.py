"""Asks a web address and tells status, time and size of the answer.

Arguments: address, seconds it may take (10), text that must be in the answer.
Exit code: 0 as wanted, 1 not, 2 wrong arguments.
"""
import sys
import time
import urllib.error
import urllib.request

LONGEST = 4 * 1024 * 1024


def main():
    if len(sys.argv) < 2 or not sys.argv[1].lower().startswith(("http://", "https://")):
        print("name an address that begins with http:// or https://", file=sys.stderr)
        return 2
    address = sys.argv[1]
    try:
        seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10.0
    except ValueError:
        print("the seconds must be a number", file=sys.stderr)
        return 2
    wanted = sys.argv[3] if len(sys.argv) > 3 else ""

    request = urllib.request.Request(address, headers={"User-Agent": "muster-url-check"})
    start = time.monotonic()
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            status, body = answer.status, answer.read(LONGEST)
    except urllib.error.HTTPError as error:
        print(f"{address}: status {error.code}")
        return 1
    except (OSError, ValueError) as error:
        print(f"{address}: no answer ({error})")
        return 1
    taken = time.monotonic() - start
    print(f"{address}: status {status}, {len(body)} bytes, {1000 * taken:.0f} ms")
    if wanted and wanted not in body.decode("utf-8", "replace"):
        print(f"the answer does not contain: {wanted}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

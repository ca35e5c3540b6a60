"""Tells how many days the TLS certificates of servers are still valid.

Arguments: days they must last, then host or host:port, as many as wanted.
Exit code: 0 all long enough, 1 one is not or is not trusted, 2 wrong arguments.
"""
import datetime
import socket
import ssl
import sys


def check(target, days):
    host, _, port = target.partition(":")
    context = ssl.create_default_context()
    try:
        with socket.create_connection((host, int(port or 443)), timeout=10) as plain:
            with context.wrap_socket(plain, server_hostname=host) as secure:
                certificate = secure.getpeercert()
    except ssl.SSLCertVerificationError as error:
        print(f"{target}: not trusted ({error.verify_message})")
        return 1
    except (OSError, ValueError) as error:
        print(f"{target}: no certificate ({error})")
        return 1
    end = ssl.cert_time_to_seconds(certificate["notAfter"])
    now = datetime.datetime.now(datetime.timezone.utc).timestamp()
    left = int((end - now) // 86400)
    print(f"{target}: {left} days left, until {certificate['notAfter']}")
    return 0 if left >= days else 1


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        print("name the days and at least one server", file=sys.stderr)
        return 2
    return max(check(target, int(sys.argv[1])) for target in sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())

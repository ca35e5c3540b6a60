"""Prints a summary of the computer as JSON. Needs nothing but Python 3."""
import datetime
import json
import os
import platform
import shutil
import socket
import sys


def memory():
    """Bytes of memory and of what is available, where Linux tells."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            values = {name: int(rest.split()[0]) * 1024
                      for name, rest in (line.split(":", 1) for line in lines)}
    except (OSError, ValueError, IndexError):
        return None
    return {"total": values.get("MemTotal"), "available": values.get("MemAvailable")}


def disk(path):
    usage = shutil.disk_usage(path)
    percent = round(100 * usage.used / usage.total, 1) if usage.total else 0
    return {"path": path, "total": usage.total, "free": usage.free, "percent": percent}


def main():
    root = os.environ.get("SystemDrive", "C:") + "\\" if os.name == "nt" else "/"
    summary = {
        "time": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "hostname": socket.gethostname(),
        "system": platform.system(),
        "release": platform.release(),
        "version": platform.version(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
        "memory": memory(),
        "disk": disk(root),
        "python": platform.python_version(),
    }
    json.dump(summary, sys.stdout, indent=2)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())

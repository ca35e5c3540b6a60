"""Shows how much the folders inside a folder hold, largest first.

Arguments: folder (the home of the account), how many (20).
Exit code: 0 shown, 2 wrong arguments.
"""
import os
import sys


def size_of(path):
    """Bytes below a path. Links are not followed, and what cannot be read is skipped."""
    total, waiting = 0, [path]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    else:
                        total += entry.stat(follow_symlinks=False).st_size
        except OSError:
            continue
    return total


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.expanduser("~")
    count = sys.argv[2] if len(sys.argv) > 2 else "20"
    if not os.path.isdir(folder) or not count.isdigit():
        print("name a folder and how many to show", file=sys.stderr)
        return 2
    with os.scandir(folder) as entries:
        folders = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    sizes = sorted(((size_of(path), path) for path in folders), reverse=True)
    for size, path in sizes[: int(count)]:
        print(f"{size / 1048576:12.1f} MB  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env bash
# The web interface, for `make` and CI.
#
#   scripts/web.sh build            installs what it needs and builds web/dist
#   scripts/web.sh build-if-older   the same, only when web/dist is missing or older than its sources;
#                                   without Node it says so and leaves everything as it is
#   scripts/web.sh check            types, lints and format
#   scripts/web.sh test             the build, then unit tests, one of which weighs it
#   scripts/web.sh browser [NAME…]  the stories in web/browser/, or those whose file is named; needs
#                                   built programs in MUSTER_TEST_BIN, and Chromium
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../web"

main() {
    case ${1:-} in
        build) install && npm run --silent build ;;
        build-if-older) build_if_older ;;
        check) install && npm run --silent check ;;
        test) install && npm run --silent build && npm run --silent test ;;
        browser) install && build_when_older && npm run --silent test:browser -- "${@:2}" ;;
        *)
            echo "usage: scripts/web.sh build|build-if-older|check|test|browser" >&2
            exit 64
            ;;
    esac
}

# Exactly what the lock file says; skipped when that is there already.
install() {
    local installed=node_modules/.package-lock.json
    if [[ -e $installed && ! package-lock.json -nt $installed ]]; then return 0; fi
    npm ci --no-audit --no-fund --loglevel=error
}

build_if_older() {
    if ! command -v npm >/dev/null; then
        echo "Node is not installed: the web interface is not built. Everything else works."
        return 0
    fi
    if ! build_when_older; then
        echo "The web interface could not be built; the server starts without a new one." >&2
    fi
}

build_when_older() {
    if [[ -e dist/index.html && -z $(newer_sources) ]]; then return 0; fi
    echo "Building the web interface …"
    install && npm run --silent build
}

newer_sources() {
    find . ../openapi.json -newer dist/index.html -type f \
        -not -path './node_modules/*' -not -path './*/node_modules/*' -not -path './dist/*' \
        -not -path './browser/*' -not -name schema.d.ts -print -quit
}

main "$@"

#!/usr/bin/env bash
# The web interface, for `make` and CI.
#
#   scripts/web.sh build            installs what it needs and builds web/dist
#   scripts/web.sh build-when-older the same, only when web/dist is missing or older than its sources
#   scripts/web.sh check            types, lints and format
#   scripts/web.sh test             the build when it is older, then unit tests, one of which weighs it
#   scripts/web.sh browser [NAME…]  the stories in web/browser/, or those whose file is named; needs
#                                   built programs in MUSTER_TEST_BIN, and Chromium
#   scripts/web.sh newcomer         what somebody new does in the browser; for scripts/newcomer.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../web"

main() {
    case ${1:-} in
        build) install && npm run --silent build ;;
        build-when-older) build_when_older ;;
        check) install && npm run --silent check ;;
        test) install && build_when_older && npm run --silent test ;;
        browser) install && build_when_older && npm run --silent test:browser -- "${@:2}" ;;
        newcomer) npm run --silent test:newcomer ;;
        *)
            echo "usage: scripts/web.sh build|build-when-older|check|test|browser|newcomer" >&2
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

build_when_older() {
    if [[ -e dist/index.html && -z $(newer_sources) ]]; then return 0; fi
    echo "Building the web interface …"
    install && npm run --silent build
}

# A file that is gone is seen by its folder; two are made from openapi.json whenever it is looked at.
newer_sources() {
    find . ../openapi.json -newer dist/index.html \( -type f -o -type d -path './src*' \) \
        -not -path './node_modules/*' -not -path './*/node_modules/*' -not -path './dist/*' \
        -not -path './browser/*' -not -name schema.d.ts -not -name rules.gen.ts -print -quit
}

main "$@"

# What people and CI run. The work is done by scripts/, so that it can also be
# called piece by piece.

.DEFAULT_GOAL := help
.PHONY: help run web test test-browser test-sqlite test-postgres test-platforms test-windows screenshots bench chaos \
	schemathesis try-systemd try-msi check check-style dependencies fmt dist

help: ## List these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' $(MAKEFILE_LIST) | expand -t 16

run: ## Build and start Muster here, with this computer as its first agent
	@scripts/run.sh

web: ## Build the web interface into web/dist
	@scripts/web.sh build

test: ## Run every test: the interface, also in a browser, on SQLite, on PostgreSQL and NATS, agents for every platform
	@scripts/test.sh

test-browser: ## Run the stories of the web interface in Chromium
	@scripts/test.sh browser

test-sqlite: ## Run the workspace's tests with nothing but SQLite
	@scripts/test.sh sqlite

test-postgres: ## Run the server's tests on a private PostgreSQL and NATS
	@scripts/test.sh postgres

test-platforms: ## Build the agent for every platform, and try it under Wine, under qemu and in other roots
	@scripts/test.sh platforms

test-windows: ## Of that, run what the agent does on Windows, and try its package, under Wine
	@scripts/test.sh windows

screenshots: ## Take pictures of every page into target/screenshots, and renew the README's
	@scripts/screenshots.sh

bench: ## Measure every budget on a release build, and write docs/benchmarks.md
	@scripts/bench/bench.sh

schemathesis: ## Call every route with what its description allows and forbids, for five minutes
	@scripts/schemathesis.sh

chaos: ## Kill, cut off and overload everything for some minutes, and count what was lost
	@scripts/chaos.sh

try-systemd: ## Try the agent as a service in a container with systemd (root, Debian)
	@scripts/try-systemd.sh

try-msi: ## Try the Windows package under Wine: installing, upgrading, repairing, removing
	@scripts/try-msi.sh

check: check-style ## Check format, lints and documentation, without running anything
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --document-private-items

check-style: ## Check the format of the code, and everything of the interface that needs no run
	cargo fmt --all --check
	@scripts/web.sh check

dependencies: ## Check what we take from others: licences, sources, known vulnerabilities
	@scripts/dependencies.sh

fmt: ## Format the code
	cargo fmt --all
	cd web && npm run --silent fix

dist: ## Build what is handed out, also agents for every platform, in target/dist
	@scripts/dist.sh

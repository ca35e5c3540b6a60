//! Has cargo look at `web/dist` on every build: the files in it are compiled into the program.

use std::path::Path;

const DIST: &str = "../web/dist";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A folder that is missing counts as changed, so the build after the one
    // that made it takes its files in.
    println!("cargo::rerun-if-changed={DIST}");
    if !Path::new(DIST).join("index.html").is_file() {
        println!(
            "cargo::warning=web/dist is missing, so this program has no web interface: \
             `make web` builds it, and the next build takes it in"
        );
    }
}

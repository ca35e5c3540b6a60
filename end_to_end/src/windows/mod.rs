//! Windows agents under Wine, with the real server.
//!
//! `scripts/test.sh windows` builds what these tests need and says in variables where it is.
//! What Wine does not have answers there as if all were well, so no test asks it for that.

mod agent;
mod memory;
mod processes;
mod programs;
mod registry;
mod template;
mod wine;

use std::path::PathBuf;

pub use agent::{PACKAGE_LIMIT, WindowsAgent};
pub use memory::private_kib;
pub use programs::{Impostor, build_impostor, build_probe, put_python};
pub use registry::{Key, read_keys};
pub use wine::Wine;

/// The agent's program, built for Windows.
pub fn agent_program() -> PathBuf {
    named_by("MUSTER_TEST_WINDOWS_AGENT")
}

/// The package that was made of it.
fn package() -> PathBuf {
    named_by("MUSTER_TEST_WINDOWS_PACKAGE")
}

/// Runs a program in the Windows of `WINEPREFIX`.
fn wine_script() -> PathBuf {
    named_by("MUSTER_TEST_WINE")
}

fn named_by(variable: &str) -> PathBuf {
    let path = std::env::var_os(variable).map(PathBuf::from);
    let path = path.unwrap_or_else(|| panic!("{variable} is not set: run scripts/test.sh windows"));
    assert!(path.exists(), "{variable} names {}, which is not there", path.display());
    path
}

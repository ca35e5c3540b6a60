//! Programs of the tests' own, built for Windows.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::process::Command;

use crate::process::{finish, finish_within};

const DOWNLOAD_LIMIT: Duration = Duration::from_secs(150);
const COMPILER: &str = "x86_64-w64-mingw32-gcc";

/// What an impostor does when it is tried.
#[derive(Clone, Copy, PartialEq)]
pub enum Impostor {
    /// It fails.
    Fails,
    /// It says that it has reached the server.
    Lies,
}

/// Builds what agents start in tests: see `probe.c`.
pub async fn build_probe(to: &Path) {
    compile("probe.c", &["-municode"], to).await;
}

/// Builds a program that says it is this release of the agent: see `impostor.c`.
pub async fn build_impostor(version: &str, kind: Impostor, to: &Path) {
    let version = format!("-DVERSION=\"{version}\"");
    let reaches = (kind == Impostor::Lies).then_some("-DREACHES");
    let options: Vec<&str> = [version.as_str()].into_iter().chain(reaches).collect();
    compile("impostor.c", &options, to).await;
}

/// Puts Python for Windows there; whether it could be had. In CI it must be.
pub async fn put_python(to: &Path) -> bool {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scripts/windows-python.sh");
    let found = finish_within(DOWNLOAD_LIMIT, Command::new(script)).await;
    if found.code != Some(0) {
        let must_be_there = std::env::var("CI").is_ok_and(|value| value == "true");
        assert!(!must_be_there, "Python for Windows: {}", found.stderr);
        println!("skipped: Python for Windows cannot be had here: {}", found.stderr);
        return false;
    }
    let mut copy = Command::new("cp");
    copy.args(["-r", "--", found.stdout.trim()]).arg(to);
    assert_eq!(finish(copy).await.code, Some(0));
    true
}

async fn compile(source: &str, options: &[&str], to: &Path) {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/windows").join(source);
    let mut compiler = Command::new(COMPILER);
    compiler.args(["-O2", "-Wall", "-Wextra", "-Werror", "-s"]).args(options);
    compiler.arg("-o").arg(to).arg(source);
    let built = finish(compiler).await;
    assert_eq!(built.code, Some(0), "{}", built.stderr);
}

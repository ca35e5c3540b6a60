//! A clock of a test's own, which a program sees in place of the machine's.

use std::fs;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use tempfile::TempDir;
use tokio::process::Command;

/// A clock that can be set.
pub struct Clock {
    folder: TempDir,
}

impl Clock {
    /// Begins as the machine's. Needs a C compiler, as the build does.
    pub async fn new() -> Self {
        let clock = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        fs::write(clock.path("difference"), 0_i64.to_ne_bytes()).expect("a file");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/clock.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Werror", source, "-o"])
            .arg(clock.path("clock.so"))
            .status()
            .await;
        assert!(compiled.expect("there is a compiler").success());
        clock
    }

    /// What makes a program see it.
    pub fn settings(&self) -> [(&'static str, String); 2] {
        let text = |name: &str| self.path(name).display().to_string();
        [("LD_PRELOAD", text("clock.so")), ("MUSTER_TEST_CLOCK", text("difference"))]
    }

    /// Sets it so many seconds ahead of the machine's, or behind it.
    pub fn set(&self, seconds: i64) {
        let file = fs::File::options().write(true).open(self.path("difference"));
        let set = file.expect("it was made").write_all_at(&seconds.to_ne_bytes(), 0);
        set.expect("it can be written");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

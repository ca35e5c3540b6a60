//! The text of a script in a private file, while it runs.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A file that only the server's account can read; its folder is removed when
/// this is dropped.
#[derive(Debug)]
pub struct ScriptFile {
    /// Where the text is.
    pub path: PathBuf,
    folder: PathBuf,
}

impl ScriptFile {
    /// Writes a script down for one run.
    pub fn write(base: &Path, run_id: &str, name: &str, code: &str) -> io::Result<Self> {
        private().recursive(true).create(base)?;
        let folder = base.join(run_id);
        private().create(&folder)?;
        let script = Self { path: folder.join(name), folder };
        let mut options = OpenOptions::new();
        let mut file = options.write(true).create_new(true).mode(0o600).open(&script.path)?;
        // Scripts written on Windows begin with a byte order mark that no
        // program here expects.
        let code = code.strip_prefix('\u{feff}').unwrap_or(code).replace("\r\n", "\n");
        file.write_all(code.as_bytes())?;
        Ok(script)
    }
}

impl Drop for ScriptFile {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            tracing::warn!(%error, "a script file cannot be removed");
        }
    }
}

/// Removes the files of a run whose server died.
pub fn remove(base: &Path, run_id: &str) {
    // Usually there are none.
    let _ = fs::remove_dir_all(base.join(run_id));
}

fn private() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

//! The text of a script in a private file, while it runs.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// A file that the server's account alone can read; its folder goes when this
/// is dropped.
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
        // Scripts written on Windows carry marks that no program here expects.
        let code = code.strip_prefix('\u{feff}').unwrap_or(code).replace("\r\n", "\n");
        file.write_all(code.as_bytes())?;
        Ok(script)
    }
}

impl Drop for ScriptFile {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            tracing::warn!(%error, "the file of a script cannot be removed");
        }
    }
}

/// Removes what a server that died left of a run.
pub fn remove(base: &Path, run_id: &str) {
    // Mostly there is nothing.
    let _ = fs::remove_dir_all(base.join(run_id));
}

fn private() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

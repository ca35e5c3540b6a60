//! The text of a script in a private file, while it runs.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;

/// A file in a folder that only its owner can read; the folder is removed when
/// this is dropped.
#[derive(Debug)]
pub struct ScriptFile {
    /// Where the text is.
    pub path: PathBuf,
    /// The script's own folder, with nothing else in it.
    pub folder: PathBuf,
}

impl ScriptFile {
    /// Stores a script for one run.
    pub fn write(run_id: &str, name: &str, code: &str) -> io::Result<Self> {
        let folder = folder_of(run_id);
        DirBuilder::new().mode(0o700).create(&folder)?;
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
pub fn remove(run_id: &str) {
    // Usually there are none.
    let _ = fs::remove_dir_all(folder_of(run_id));
}

/// Not in the data folder, which scripts cannot enter. The id of a run is
/// random, so nobody can be there first.
pub fn folder_of(run_id: &str) -> PathBuf {
    std::env::temp_dir().join(format!("muster-script-{run_id}"))
}

//! A command's text in a private file, for texts too long to be an argument.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{CannotStart, Job};
use crate::os::accounts::Account;
use crate::os::files::{self, create_private_dir, private_file};
use crate::run_id::RunId;

/// A file with a command's text; its folder goes when this is dropped.
#[derive(Debug)]
pub struct ScriptFile {
    folder: PathBuf,
    path: PathBuf,
}

impl ScriptFile {
    /// Writes the text where the account that runs it, and nobody else, reads it.
    pub fn write(
        job: &Job,
        file_name: &str,
        text: &str,
        reader: Option<&Account>,
    ) -> Result<Self, CannotStart> {
        let folder = match reader {
            // Another account cannot enter the agent's data directory.
            Some(_) => shared_folder(&job.run_id),
            None => job.run_dir.join("script"),
        };
        let path = folder.join(file_name);
        let script = Self { folder, path };
        script
            .fill(text, reader)
            .map_err(|error| CannotStart(format!("the command cannot be stored: {error}")))?;
        Ok(script)
    }

    /// Where the text is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fill(&self, text: &str, reader: Option<&Account>) -> io::Result<()> {
        match reader {
            // Fails when somebody made the folder first: it would be theirs.
            Some(_) => files::create_new_private_dir(&self.folder)?,
            None => create_private_dir(&self.folder)?,
        }
        let mut file = private_file().create_new(true).open(&self.path)?;
        file.write_all(text.as_bytes())?;
        if let Some(reader) = reader {
            files::change_owner(&self.path, reader)?;
            files::change_owner(&self.folder, reader)?;
        }
        Ok(())
    }
}

impl Drop for ScriptFile {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            tracing::warn!(%error, "a command's file cannot be removed");
        }
    }
}

/// Removes what a run of a dead agent left outside of its own folder.
pub fn remove_leftover(run_id: &RunId) {
    let _ = fs::remove_dir_all(shared_folder(run_id));
}

fn shared_folder(run_id: &RunId) -> PathBuf {
    std::env::temp_dir().join(format!("muster-agent-{run_id}"))
}

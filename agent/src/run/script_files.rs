//! What an interpreter reads, in private files: scripts, and texts too long to be an
//! argument.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{CannotStart, Job};
use crate::os::accounts::Account;
use crate::os::files::{self, create_private_dir, private_file, remove_dir};
use crate::run_id::RunId;

/// Files in a folder of their own, which goes when this is dropped.
#[derive(Debug)]
pub struct ScriptFiles {
    /// Where they are.
    pub folder: PathBuf,
}

/// The folder for the files of a run. Another account cannot enter the agent's data
/// directory.
pub fn folder_for(job: &Job, reader: Option<&Account>) -> PathBuf {
    match reader {
        Some(_) => shared_folder(&job.run_id),
        None => job.run_dir.join("script"),
    }
}

impl ScriptFiles {
    /// Writes files where the account that runs them, and nobody else, reads them.
    pub fn write(
        folder: PathBuf,
        files: &[(&'static str, Vec<u8>)],
        reader: Option<&Account>,
    ) -> Result<Self, CannotStart> {
        let script = Self { folder };
        script
            .fill(files, reader)
            .map_err(|error| CannotStart(format!("the command cannot be stored: {error}")))?;
        Ok(script)
    }

    fn fill(&self, files: &[(&str, Vec<u8>)], reader: Option<&Account>) -> io::Result<()> {
        match reader {
            // Fails when somebody made the folder first: it would be theirs.
            Some(_) => files::create_new_private_dir(&self.folder)?,
            None => create_private_dir(&self.folder)?,
        }
        for (name, content) in files {
            let path = self.folder.join(name);
            write_file(&path, content)?;
            if let Some(reader) = reader {
                files::change_owner(&path, reader)?;
            }
        }
        match reader {
            Some(reader) => files::change_owner(&self.folder, reader),
            None => Ok(()),
        }
    }
}

fn write_file(path: &Path, content: &[u8]) -> io::Result<()> {
    private_file().create_new(true).open(path)?.write_all(content)
}

impl Drop for ScriptFiles {
    fn drop(&mut self) {
        if let Err(error) = remove_dir(&self.folder) {
            tracing::warn!(%error, "a command's files cannot be removed");
        }
    }
}

/// Removes what a run of a dead agent left outside of its own folder.
pub fn remove_leftover(run_id: &RunId) {
    let _ = remove_dir(&shared_folder(run_id));
}

fn shared_folder(run_id: &RunId) -> PathBuf {
    files::shared_dir().join(format!("muster-agent-{run_id}"))
}

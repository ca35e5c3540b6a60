//! The folder in which the agent keeps what it must not forget.
//!
//! Everything in it belongs to the agent's user alone.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::os::files::{create_private_dir, private_file, replace_file, sync_dir};
use crate::run_id::RunId;

/// How long to wait for a lock that another process holds.
const LOCK_LIMIT: Duration = Duration::from_secs(1);

const BETWEEN_LOCK_ATTEMPTS: Duration = Duration::from_millis(20);

/// The agent's data directory.
#[derive(Clone, Debug)]
pub struct DataDir {
    root: PathBuf,
}

/// Held by the one agent that works in a data directory; dropped on exit.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl DataDir {
    /// Names the folder without touching the disk.
    ///
    /// Scripts lie in it and run in folders of their own, from where a path
    /// that is relative to ours leads nowhere.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        Self { root: std::path::absolute(&root).unwrap_or(root) }
    }

    /// Creates the folder when it is missing, and keeps others out of it.
    pub fn create(&self) -> anyhow::Result<()> {
        create_private_dir(&self.root)
            .and_then(|()| create_private_dir(&self.runs()))
            .with_context(|| format!("cannot create the data directory {}", self.root.display()))
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Who this agent is.
    pub fn identity_file(&self) -> PathBuf {
        self.root.join("identity.json")
    }

    /// Which runs were accepted, and how they ended.
    pub fn ledger_file(&self) -> PathBuf {
        self.root.join("ledger.redb")
    }

    /// What `muster-agent status` reads.
    pub fn status_file(&self) -> PathBuf {
        self.root.join("status.json")
    }

    /// The key that signs programs for this agent.
    pub fn package_key_file(&self) -> PathBuf {
        self.root.join("package.key")
    }

    /// Whether this agent is frozen.
    pub fn freeze_file(&self) -> PathBuf {
        self.root.join("freeze.json")
    }

    /// The key of the publisher whose programs alone this agent takes.
    pub fn publisher_key_file(&self) -> PathBuf {
        self.root.join("publisher.key")
    }

    /// How the update of the process before went, for the one that reports it.
    pub fn update_file(&self) -> PathBuf {
        self.root.join("update.json")
    }

    /// What this computer forbids of remote sessions, whatever the server says.
    pub fn remote_settings_file(&self) -> PathBuf {
        self.root.join("remote.toml")
    }

    /// One folder per remote session that is open.
    pub fn remote_sessions(&self) -> PathBuf {
        self.root.join("remote")
    }

    /// The folder of one remote session.
    pub fn remote_session(&self, session: &RunId) -> PathBuf {
        self.remote_sessions().join(session.as_str())
    }

    /// One folder per recording of a remote session that the server does not have.
    pub fn recordings(&self) -> PathBuf {
        self.root.join("recordings")
    }

    /// What the agent logs, where no service manager takes it.
    pub fn logs(&self) -> PathBuf {
        self.root.join("logs")
    }

    /// Where self-tests work; there only while one runs.
    pub fn self_tests(&self) -> PathBuf {
        self.root.join("self-test")
    }

    /// One folder per run that the server has not closed.
    pub fn runs(&self) -> PathBuf {
        self.root.join("runs")
    }

    /// The folder of one run.
    pub fn run(&self, run_id: &RunId) -> PathBuf {
        self.runs().join(run_id.as_str())
    }

    /// Takes the folder for this process; a second agent in it is refused.
    ///
    /// Waits for one that is just stopping: a process that it started a moment ago
    /// holds the lock too, until it runs another program.
    pub async fn lock(&self) -> anyhow::Result<Lock> {
        let file = self.open_lock_file().context("cannot open the lock file")?;
        let deadline = Instant::now() + LOCK_LIMIT;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Lock { _file: file }),
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => {
                    tokio::time::sleep(BETWEEN_LOCK_ATTEMPTS).await;
                }
                Err(TryLockError::WouldBlock) => {
                    bail!("another muster-agent already runs with {}", self.root.display())
                }
                Err(TryLockError::Error(error)) => {
                    return Err(error).context("cannot lock the data directory");
                }
            }
        }
    }

    /// Whether an agent runs in this folder now.
    pub fn is_locked(&self) -> bool {
        let Ok(file) = File::open(self.lock_file()) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }

    /// Replaces a file as a whole: readers see the old text or the new one.
    pub fn replace(&self, path: &Path, text: &[u8]) -> io::Result<()> {
        let draft = path.with_extension("new");
        let mut file = private_file().create(true).truncate(true).open(&draft)?;
        file.write_all(text)?;
        file.sync_all()?;
        drop(file);
        replace_file(&draft, path)?;
        sync_dir(&self.root)
    }

    fn lock_file(&self) -> PathBuf {
        self.root.join("lock")
    }

    fn open_lock_file(&self) -> io::Result<File> {
        private_file().create(true).truncate(false).open(self.lock_file())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_relative_folder_is_the_same_one_from_everywhere() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(DataDir::at("data/agent").root(), here.join("data/agent"));
        assert_eq!(DataDir::at("./data").runs(), here.join("data/runs"));
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let parent = tempfile::tempdir().unwrap();
        let data = DataDir::at(parent.path().join("data"));
        data.create().unwrap();
        data.create().unwrap();
        for text in ["a long secret", "secret"] {
            data.replace(&data.identity_file(), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(data.identity_file()).unwrap(), text);
        }
        assert_eq!(fs::read_dir(data.root()).unwrap().count(), 2);
    }

    #[tokio::test]
    async fn a_second_agent_in_the_same_folder_is_refused_with_one_sentence() {
        let parent = tempfile::tempdir().unwrap();
        let data = DataDir::at(parent.path());
        data.create().unwrap();
        assert!(!data.is_locked());

        let lock = data.lock().await.unwrap();
        assert!(data.is_locked());
        let refusal = data.lock().await.unwrap_err().to_string();
        assert!(refusal.starts_with("another muster-agent already runs with"), "{refusal}");

        drop(lock);
        data.lock().await.unwrap();
    }
}

//! Where steps work: a private folder that goes with the test, and commands run
//! there as orders are.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use muster_protocol::{End, RunCommand, Stream};
use tokio_util::sync::CancellationToken;

use super::snag::Snag;
use crate::clock;
use crate::data_dir::DataDir;
use crate::os::shells::find_interpreter;
use crate::os::{Problem, accounts, files};
use crate::run::{Job, Limits, run_command};
use crate::run_id::RunId;

/// A folder that is older belongs to no test any more.
const OLD: Duration = Duration::from_secs(3600);

/// More than any step prints.
pub const OUTPUT_BYTES: u64 = 1024 * 1024;

/// What the steps of one self-test share.
#[derive(Debug)]
pub struct Bench {
    /// The agent's own data directory, which is only read.
    pub data: DataDir,
    /// Whether the account of this process may do everything.
    pub has_full_rights: bool,
    folder: PathBuf,
    stopping: CancellationToken,
}

/// How a command ended, and what it printed.
#[derive(Debug)]
pub struct Ran {
    pub end: End,
    pub stdout: String,
    pub stderr: String,
}

impl Bench {
    /// Makes the folder: in the data directory, or where everybody may have
    /// temporary files when that is not there or somebody else's.
    pub fn set_up(data: &DataDir, stopping: &CancellationToken) -> Result<Self, Problem> {
        let name = RunId::random();
        let mut folder = data.self_tests().join(name.as_str());
        if !is_made_in(data, &folder) {
            folder = std::env::temp_dir().join(format!("muster-self-test-{name}"));
            files::create_new_private_dir(&folder).map_err(|error| {
                Problem::failed(format!("{} cannot be created: {error}", folder.display()))
            })?;
        }
        let (data, stopping) = (data.clone(), stopping.clone());
        Ok(Self { data, has_full_rights: accounts::is_administrator(), folder, stopping })
    }

    /// The folder, which is only for this test.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether nothing more should begin.
    pub fn is_stopping(&self) -> bool {
        self.stopping.is_cancelled()
    }

    /// A run in a folder of its own, with a limit.
    pub fn job(&self, seconds: u32) -> Result<Job, Snag> {
        let run_id = RunId::random();
        let run_dir = self.folder.join(run_id.as_str());
        files::create_new_private_dir(&run_dir)?;
        Ok(Job {
            run_id,
            run_dir,
            limits: Limits { seconds, output_bytes: OUTPUT_BYTES },
            board: Arc::default(),
            cancel: CancellationToken::new(),
            stopping: self.stopping.clone(),
            giving_up: self.stopping.clone(),
        })
    }

    /// Runs a command to its end, as an order for it does.
    pub async fn run(&self, command: &RunCommand) -> Result<Ran, Snag> {
        let job = self.job(command.timeout_seconds)?;
        let end = run_command(&job, command).await.end;
        let (stdout, stderr) = (printed(&job, Stream::Stdout), printed(&job, Stream::Stderr));
        Ok(Ran { end, stdout, stderr })
    }

    /// Removes the folder. What a step that hangs still holds goes with a later test.
    pub fn clean_up(&self) {
        if let Err(error) = files::remove_dir(&self.folder) {
            tracing::debug!(%error, "the folder of a self-test cannot be removed yet");
        }
        // Stays when another test works in it.
        let _ = fs::remove_dir(self.data.self_tests());
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        self.clean_up();
    }
}

/// What a run printed, without the space around it.
pub fn printed(job: &Job, stream: Stream) -> String {
    let bytes = fs::read(crate::spool::path(&job.run_dir, stream)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).trim().replace("\r\n", "\n")
}

/// A command of a shell, run by the agent's own account.
pub fn command(shell: &str, text: &str, seconds: u32) -> RunCommand {
    RunCommand {
        shell: shell.to_owned(),
        command: text.to_owned(),
        timeout_seconds: seconds,
        run_as_user: false,
        output_limit: OUTPUT_BYTES,
    }
}

/// The shell that comes with the system.
pub fn system_shell() -> Result<&'static str, Snag> {
    let missing = || Snag::failed("this computer has no shell that the agent knows");
    ["cmd", "sh"].into_iter().find(|name| find_interpreter(name).is_ok()).ok_or_else(missing)
}

/// Makes the folder in a data directory that is there; false when that cannot be.
fn is_made_in(data: &DataDir, folder: &Path) -> bool {
    let all = data.self_tests();
    // Fails when the directory is not there, and when an earlier test left something.
    let _ = files::create_new_private_dir(&all);
    remove_old(&all);
    files::create_new_private_dir(folder).is_ok()
}

/// Removes what tests left behind whose process was killed.
fn remove_old(all: &Path) {
    let now = Duration::from_micros(clock::now_micros().unsigned_abs());
    for entry in fs::read_dir(all).into_iter().flatten().flatten() {
        let changed = entry.metadata().ok().and_then(|about| about.modified().ok());
        let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        if changed.is_some_and(|changed| now.saturating_sub(changed) > OLD) {
            let _ = files::remove_dir(&entry.path());
        }
    }
}

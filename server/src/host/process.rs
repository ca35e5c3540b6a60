//! One script, from its start to its end.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use muster_protocol::{End, Outcome, RunScript, Stream};
use tokio::process::{Child, Command};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::interpreter::{self, search_path};
use super::output::{OutputChunk, Reader};
use super::script_file::ScriptFile;
use super::{CannotStart, Host, RUN_MARK, tree};
use crate::time::Timestamp;

/// How long a killed process may take to be reported as gone.
const REAP_LIMIT: Duration = Duration::from_millis(500);

/// What ends a script in addition to its time limit.
#[derive(Clone, Default)]
pub struct StopSignals {
    /// Set when the run is cancelled.
    pub cancelled: CancellationToken,
    /// The server stops.
    pub stopping: CancellationToken,
}

/// Runs a script until it ends, and passes on its output, up to its limit.
///
/// When its time is up or it is cancelled, everything it started is killed.
/// Children that it left in the background when it exited continue, but what
/// they print from then on is dropped.
pub async fn run(
    host: &Host,
    run_id: &str,
    script: &RunScript,
    until: &StopSignals,
    chunks: mpsc::Sender<OutputChunk>,
) -> Outcome {
    let (started, clock) = (Timestamp::now(), Instant::now());
    let truncated = Arc::new(AtomicBool::new(false));
    let end = match start(&host.folder, run_id, script) {
        Ok((child, file)) => {
            let ended = CancellationToken::new();
            let limit = script.output_limit;
            let reader = Reader { limit, chunks, ended, truncated: Arc::clone(&truncated) };
            let end = watch(child, run_id, script, until, reader).await;
            drop(file);
            end
        }
        Err(CannotStart(reason)) => End::CouldNotStart { reason },
    };
    Outcome {
        end,
        started: started.micros(),
        seconds: clock.elapsed().as_secs_f64(),
        stdout: 0,
        stderr: 0,
        truncated: truncated.load(Ordering::Relaxed),
        actions: Vec::new(),
    }
}

async fn watch(
    mut child: Child,
    run_id: &str,
    script: &RunScript,
    until: &StopSignals,
    reader: Reader,
) -> End {
    let leader = child.id();
    let ended = reader.ended.clone();
    let stdout = reader.clone().read_all(Stream::Stdout, child.stdout.take());
    let stderr = reader.read_all(Stream::Stderr, child.stderr.take());
    let process = async {
        let limit = Duration::from_secs(u64::from(script.timeout_seconds.max(1)));
        let end = tokio::select! {
            status = child.wait() => End::Exited { code: exit_code(status) },
            () = tokio::time::sleep(limit) => End::TimedOut,
            () = until.cancelled.cancelled() => End::Cancelled,
            () = until.stopping.cancelled() => End::Interrupted,
        };
        if !matches!(end, End::Exited { .. }) {
            tree::kill(run_id, leader).await;
            // Collects the dead process, so that no zombie stays.
            let _ = tokio::time::timeout(REAP_LIMIT, child.wait()).await;
        }
        ended.cancel();
        end
    };
    let (end, (), ()) = tokio::join!(process, stdout, stderr);
    end
}

/// Starts a script in its own process group, with nothing to read.
fn start(
    folder: &Path,
    run_id: &str,
    script: &RunScript,
) -> Result<(Child, ScriptFile), CannotStart> {
    let found = interpreter::find(&script.shell, &script.code)?;
    let unwritten = |error: io::Error| format!("the script cannot be written down: {error}");
    let file = ScriptFile::write(folder, run_id, found.file_name, &script.code)
        .map_err(|error| CannotStart(unwritten(error)))?;
    let home = home();
    let mut command = Command::new(&found.program);
    command
        .args(&found.before_file)
        .arg(&file.path)
        .args(&script.args)
        .env_clear()
        .envs(environment(run_id, &home, &script.env_vars))
        .current_dir(&home)
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    match command.spawn() {
        Ok(child) => Ok((child, file)),
        Err(error) => {
            let program = found.program.display();
            Err(CannotStart(format!("{program} cannot be started: {error}")))
        }
    }
}

/// A clean base and the given entries: of the server's own environment only the
/// locations of programs and temporary files are passed on, because the rest
/// contains what a script should not see.
fn environment(run_id: &str, home: &Path, entries: &[String]) -> Vec<(OsString, OsString)> {
    let temporary = std::env::var_os("TMPDIR").unwrap_or_else(|| "/tmp".into());
    let mut variables: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), search_path()),
        ("HOME".into(), home.into()),
        ("LANG".into(), "C.UTF-8".into()),
        ("TMPDIR".into(), temporary),
    ];
    let given = entries.iter().filter_map(|entry| entry.split_once('='));
    variables.extend(given.map(|(name, value)| (name.into(), value.into())));
    // Last, so that an entry of the script cannot override the mark that is
    // used to kill it.
    variables.push((RUN_MARK.into(), run_id.into()));
    variables
}

fn home() -> PathBuf {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    home.filter(|home| home.is_dir()).unwrap_or_else(|| "/".into())
}

/// A signal counts as 128 plus its number.
fn exit_code(status: io::Result<ExitStatus>) -> i32 {
    match status {
        Ok(status) => status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)),
        Err(error) => {
            tracing::error!(%error, "the exit status of a process cannot be read");
            -1
        }
    }
}

//! One script, from its start to its end.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use muster_protocol::{End, Outcome, RunScript, Stream};
use tokio::net::unix::pipe::Receiver;
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
    let end = match start(host, run_id, script) {
        Ok(running) => {
            let ended = CancellationToken::new();
            let limit = script.output_limit;
            let reader = Reader { limit, chunks, ended, truncated: Arc::clone(&truncated) };
            watch(running, run_id, script, until, reader).await
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

/// A script that runs.
struct RunningScript {
    child: Child,
    stdout: Receiver,
    stderr: Receiver,
    /// Removed when this is dropped.
    file: ScriptFile,
}

async fn watch(
    running: RunningScript,
    run_id: &str,
    script: &RunScript,
    until: &StopSignals,
    reader: Reader,
) -> End {
    let RunningScript { mut child, stdout, stderr, file: _until_it_has_ended } = running;
    let leader = child.id();
    let ended = reader.ended.clone();
    let stdout = reader.clone().read_all(Stream::Stdout, stdout);
    let stderr = reader.read_all(Stream::Stderr, stderr);
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

/// Starts a script in its own process group and folder, with nothing to read
/// and without access to the server's files.
fn start(host: &Host, run_id: &str, script: &RunScript) -> Result<RunningScript, CannotStart> {
    let found = interpreter::find(&script.shell, &script.code)?;
    let isolation = host.isolation()?;
    let unwritten = |error: io::Error| CannotStart(format!("the script cannot be stored: {error}"));
    let file = ScriptFile::write(run_id, found.file_name, &script.code).map_err(unwritten)?;
    for path in [&file.path, &file.folder] {
        isolation.hand_over(path).map_err(unwritten)?;
    }
    let program = found.program.display();
    let unstarted = |error: io::Error| CannotStart(format!("{program} cannot be started: {error}"));
    let (stdout, to_stdout) = isolation.pipe().map_err(unstarted)?;
    let (stderr, to_stderr) = isolation.pipe().map_err(unstarted)?;
    let mut command = Command::new(&found.program);
    command
        .args(&found.before_file)
        .arg(&file.path)
        .args(&script.args)
        .env_clear()
        .envs(environment(run_id, &file.folder, &script.env_vars))
        .current_dir(&file.folder)
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(to_stdout)
        .stderr(to_stderr);
    let child = isolation.spawn(command, &file.folder).map_err(unstarted)?;
    Ok(RunningScript { child, stdout, stderr, file })
}

/// A clean base and the given entries: of the server's own environment only the
/// locations of programs are passed on, because the rest contains what a script
/// should not see.
fn environment(run_id: &str, own: &Path, entries: &[String]) -> Vec<(OsString, OsString)> {
    let mut variables: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), search_path()),
        ("HOME".into(), own.into()),
        ("LANG".into(), "C.UTF-8".into()),
        ("TMPDIR".into(), own.into()),
    ];
    let given = entries.iter().filter_map(|entry| entry.split_once('='));
    variables.extend(given.map(|(name, value)| (name.into(), value.into())));
    // Last, so that an entry of the script cannot override the mark that is
    // used to kill it.
    variables.push((RUN_MARK.into(), run_id.into()));
    variables
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

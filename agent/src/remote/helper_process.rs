//! The helper process of one session: how it is started, gets its orders, and is ended with
//! everything below it.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWriteExt, BufReader};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};

use super::order::{Order, Report};
use crate::data_dir::DataDir;
use crate::os::child_process::{self, InputPipe, Process};
use crate::os::{Problem, ProcessCommand, files};
use crate::run_id::{RUN_VARIABLE, RunId};

/// The command of this program that a helper runs.
pub const COMMAND: &str = "remote-helper";

/// How long a helper may take to say that it works.
const START_LIMIT: Duration = Duration::from_secs(10);

/// How long it may take to end its session by itself. The agent ends its runs within a
/// second more.
const END_LIMIT: Duration = Duration::from_secs(2);

/// How long its last lines are waited for.
const LOG_LIMIT: Duration = Duration::from_millis(200);

/// How long it may take to read a line.
const WRITE_LIMIT: Duration = Duration::from_secs(2);

/// What helpers are started with.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The agent's program.
    pub program: PathBuf,
    /// Its data directory.
    pub data: DataDir,
    /// Notified when a part of a recording waits for the server.
    pub recorded: Arc<Notify>,
}

/// A helper that was just started.
#[derive(Debug)]
pub struct HelperProcess {
    session: RunId,
    folder: PathBuf,
    process: Process,
    input: InputPipe,
    recorded: Arc<Notify>,
}

impl HelperProcess {
    /// Starts the helper of a session. All of its processes carry the session's mark, so
    /// that they are found when it ends, and when the agent does.
    pub fn start(session: &RunId, launch: &Launch) -> Result<Self, Problem> {
        let folder = launch.data.remote_session(session);
        files::create_private_dir(&folder)
            .map_err(|error| Problem::failed(format!("{}: {error}", folder.display())))?;
        // It goes the same way out of this network as the agent.
        let mut environment: Vec<(OsString, OsString)> = std::env::vars_os().collect();
        environment.retain(|(name, _)| name != RUN_VARIABLE);
        environment.push((RUN_VARIABLE.into(), session.as_str().into()));
        let data = launch.data.root();
        let spec = ProcessCommand {
            program: launch.program.clone(),
            arguments: vec![COMMAND.into(), session.as_str().into(), "--data".into(), data.into()],
            environment,
            directory: data.to_owned(),
            become_user: None,
        };
        let (process, input) = child_process::start_with_input(session, &folder, spec)?;
        let recorded = Arc::clone(&launch.recorded);
        Ok(Self { session: session.clone(), folder, process, input, recorded })
    }

    /// Passes orders on until the session ends, one way or another; then nothing is left
    /// of it. `started` learns whether the helper works.
    pub async fn run(
        self,
        mut orders: mpsc::Receiver<Order>,
        started: oneshot::Sender<Result<(), Problem>>,
    ) {
        let Self { session, folder, mut process, mut input, recorded } = self;
        let (Some(stdout), Some(stderr)) = process.take_pipes() else { return };
        let mut log = tokio::spawn(log_lines(session.clone(), stderr));
        // Nothing that it starts can leave, where the system has a way.
        process.confine().await;
        let mut talk = Talk { started: Some(started), recorded, deadline: None, is_ending: false };
        talk.run(&mut orders, &mut process, &mut input, stdout).await;
        // What it wrote last is sent as well, however it ended.
        talk.recorded.notify_one();
        drop(orders);
        // While it lives it inherits what lost its parent: all of that is found.
        process.kill_tree().await;
        drop(input);
        let _ = timeout(END_LIMIT, process.wait()).await;
        process.clean_up();
        // What it said last is what matters most when it failed.
        if timeout(LOG_LIMIT, &mut log).await.is_err() {
            log.abort();
        }
        if let Err(error) = files::remove_dir(&folder) {
            tracing::warn!(%error, %session, "the folder of a remote session is left");
        }
        tracing::info!(%session, "a remote session has ended");
    }
}

/// What the agent and a helper say to each other.
struct Talk {
    started: Option<oneshot::Sender<Result<(), Problem>>>,
    recorded: Arc<Notify>,
    deadline: Option<Instant>,
    is_ending: bool,
}

impl Talk {
    /// Returns when the helper says that the session has ended, or says nothing more.
    async fn run(
        &mut self,
        orders: &mut mpsc::Receiver<Order>,
        process: &mut Process,
        input: &mut InputPipe,
        stdout: impl AsyncRead + Unpin,
    ) {
        let mut reports = BufReader::new(stdout).lines();
        self.deadline = Some(Instant::now() + START_LIMIT);
        loop {
            tokio::select! {
                order = orders.recv(), if !self.is_ending => {
                    let order = order.unwrap_or_else(stop_order);
                    self.is_ending = matches!(order, Order::End { .. });
                    if self.is_ending {
                        self.deadline = Some(Instant::now() + END_LIMIT);
                    }
                    if let Err(error) = write(input, &order).await {
                        tracing::warn!(%error, "the helper of a remote session does not read");
                        break;
                    }
                }
                line = reports.next_line() => {
                    // It ends with its output.
                    let Some(line) = line.ok().flatten() else { break };
                    if self.is_end(&line) {
                        break;
                    }
                }
                // What it started may hold its output open.
                _ = process.wait() => break,
                () = wait_until(self.deadline) => break,
            }
        }
        if let Some(started) = self.started.take() {
            let _ = started.send(Err(Problem::failed("the helper of the session does not start")));
        }
    }

    /// Acts on a line of the helper; what is no report says nothing.
    fn is_end(&mut self, line: &str) -> bool {
        match serde_json::from_str(line) {
            Ok(Report::Started) => {
                self.deadline = self.deadline.filter(|_| self.is_ending);
                if let Some(started) = self.started.take() {
                    let _ = started.send(Ok(()));
                }
            }
            Ok(Report::Recorded) => self.recorded.notify_one(),
            Ok(Report::Ended) => return true,
            Err(_) => {}
        }
        false
    }
}

/// Ends a session for which no more orders can come.
fn stop_order() -> Order {
    let reason = "the agent on this computer stops".to_owned();
    Order::End { code: "agent_stopped".to_owned(), reason }
}

async fn write(input: &mut InputPipe, order: &Order) -> io::Result<()> {
    let mut line = serde_json::to_vec(order)?;
    line.push(b'\n');
    let writing = async {
        input.write_all(&line).await?;
        input.flush().await
    };
    timeout(WRITE_LIMIT, writing).await?
}

async fn wait_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// What the helper logs becomes a part of the agent's log.
async fn log_lines(session: RunId, stderr: impl AsyncRead + Unpin) {
    let mut lines = BufReader::new(stderr).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::info!(%session, "remote helper: {line}");
    }
}

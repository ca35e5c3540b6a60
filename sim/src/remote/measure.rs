//! What a session of a real agent takes, seen by somebody who uses it.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::flood::measure_flood;
use super::report::SessionReport;
use super::session::Caller;
use super::terminal::Terminal;
use super::transfer::measure_transfer;
use crate::histogram::Histogram;
use crate::server::Server;

/// A viewer with files to move reads as much at once.
pub const READ_BYTES: usize = 128 * 1024;
/// Between two keys: nobody types faster.
const BETWEEN_KEYS: Duration = Duration::from_millis(15);
/// A measurement that takes longer says nothing.
const LIMIT: Duration = Duration::from_secs(300);
/// What the simplest of shells ends its prompt with.
const PROMPTS: [&str; 2] = ["# ", "$ "];

/// What is measured, and how often.
#[derive(Clone, Debug)]
pub struct SessionPlan {
    /// The server's address.
    pub server: String,
    /// The key that sessions are opened with.
    pub api_key: String,
    /// The agent, which runs on this machine.
    pub agent_id: String,
    /// Terminals that are opened, one after the other.
    pub openings: usize,
    /// Keys that are typed.
    pub keys: usize,
    /// How long a program prints into a viewer who does not read.
    pub flood: Duration,
    /// MiB of the file that is moved.
    pub file_mib: usize,
    /// The folder of the agent in which it is for a while.
    pub folder: String,
    /// The process of the relay, when it runs here.
    pub pid: Option<u32>,
}

/// Measures one after the other.
pub async fn measure_session(plan: &SessionPlan) -> anyhow::Result<SessionReport> {
    let server = Server::find(&plan.server).await?;
    let caller = Caller { server: &server, key: &plan.api_key, read_bytes: READ_BYTES };
    limited(measure(plan, caller)).await
}

/// Waits for a measurement until it takes too long, or somebody stops it.
pub async fn limited<Report>(
    measuring: impl Future<Output = anyhow::Result<Report>>,
) -> anyhow::Result<Report> {
    let measured = tokio::select! {
        measured = timeout(LIMIT, measuring) => measured,
        _ = tokio::signal::ctrl_c() => anyhow::bail!("stopped before it was over"),
    };
    measured.unwrap_or_else(|_| Err(anyhow::anyhow!("it takes more than {LIMIT:?}")))
}

async fn measure(plan: &SessionPlan, caller: Caller<'_>) -> anyhow::Result<SessionReport> {
    let (opening, echo) = (Histogram::default(), Histogram::default());
    for _ in 0..plan.openings {
        let began = Instant::now();
        let terminal = open_with_prompt(caller, &plan.agent_id).await?;
        opening.add(began.elapsed());
        caller.end(&terminal.session).await?;
    }
    let mut terminal = open_with_echo(caller, &plan.agent_id).await?;
    echoes(&mut terminal, plan.keys, &echo).await?;
    caller.end(&terminal.session).await?;
    let flood = measure_flood(caller, &plan.agent_id, plan.pid, plan.flood).await?;
    let (upload, download) =
        measure_transfer(caller, &plan.agent_id, &plan.folder, plan.file_mib).await?;
    Ok(SessionReport {
        agent_id: plan.agent_id.clone(),
        opening: opening.summary(),
        echo: echo.summary(),
        flood,
        file_mib: plan.file_mib,
        upload_mb_per_second: upload,
        download_mb_per_second: download,
    })
}

/// Opens a terminal, up to the prompt of its shell.
pub async fn open_with_prompt(caller: Caller<'_>, agent_id: &str) -> anyhow::Result<Terminal> {
    let mut terminal = Terminal::open(caller, 0, agent_id).await?;
    terminal.read_until(&PROMPTS).await?;
    Ok(terminal)
}

/// Opens a terminal in which nothing but the terminal itself answers to keys.
pub async fn open_with_echo(caller: Caller<'_>, agent_id: &str) -> anyhow::Result<Terminal> {
    let mut terminal = open_with_prompt(caller, agent_id).await?;
    terminal.type_bytes(b"echo rea''dy; exec cat >/dev/null\n").await?;
    terminal.read_until(&["ready\r\n"]).await?;
    Ok(terminal)
}

/// Types keys into a line and takes each away again, and measures how long each takes to be
/// seen.
pub async fn echoes(terminal: &mut Terminal, keys: usize, echo: &Histogram) -> anyhow::Result<()> {
    for _ in 0..keys {
        let typed = Instant::now();
        type_and_see(terminal, b"x", 1).await?;
        echo.add(typed.elapsed());
        sleep(BETWEEN_KEYS).await;
        // It takes back: one to the left, a blank over it, and to the left again.
        type_and_see(terminal, b"\x7f", 3).await?;
        sleep(BETWEEN_KEYS).await;
    }
    Ok(())
}

async fn type_and_see(terminal: &mut Terminal, key: &[u8], bytes: u64) -> anyhow::Result<()> {
    let end = terminal.printed() + bytes;
    terminal.type_bytes(key).await?;
    while terminal.printed() < end {
        terminal.hear().await?;
    }
    Ok(())
}

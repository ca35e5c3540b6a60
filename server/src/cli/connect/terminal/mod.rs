//! A terminal on an agent, in the person's own.

pub mod console;
mod escape;
mod raw_mode;
mod shell;

use std::io::{stdin, stdout};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use serde_json::json;
use tokio::time::timeout;

use super::agents::Agent;
use super::api::Api;
use super::arguments::ConnectArguments;
use super::known_agents::KnownAgents;
use super::notice::say;
use super::session::Session;
use super::stopped;
use crate::remote_viewer::last_words;
use console::Console;
use raw_mode::{RawMode, must_be_terminal, size};

pub use shell::{Left, attend};

/// How long the last output may take to be shown.
const SHOW_LIMIT: Duration = Duration::from_secs(5);

/// Opens a terminal, and returns when the shell, the session or the person ends it.
pub async fn run(
    api: &Api,
    known: &KnownAgents,
    agent: &Agent,
    arguments: &ConnectArguments,
) -> anyhow::Result<ExitCode> {
    ensure!(
        arguments.target.is_none() && arguments.extra.is_empty(),
        "a terminal is on the agent itself, and opens no client: leave away what follows terminal"
    );
    must_be_terminal()?;
    let (rows, cols) = size();
    let ConnectArguments { shell, run_as_user, reason, .. } = arguments;
    let wanted = json!({
        "kind": "terminal", "rows": rows, "cols": cols, "shell": shell,
        "run_as_user": run_as_user, "reason": reason,
    });
    let (mut session, invited) = Session::open(api, known, agent, wanted).await?;
    let work = async {
        let connected = session.begin(invited).await?;
        say(format_args!("connected to {}; ~. after Enter ends it", agent.hostname));
        let _raw = RawMode::enter()?;
        let mut console = Console::start(Box::new(stdin()), Box::new(stdout()));
        let left = attend(&mut session, connected, &mut console).await;
        let _ = timeout(SHOW_LIMIT, console.finish()).await;
        match left {
            Left::Exited(code) => Ok(code_of(code)),
            Left::Away => Ok(ExitCode::SUCCESS),
            Left::Gone(gone) => Err(last_words(&gone)),
        }
    };
    let ended = tokio::select! {
        ended = work => ended,
        () = stopped() => Ok(ExitCode::SUCCESS),
    };
    session.end().await;
    ended
}

fn code_of(code: Option<i64>) -> ExitCode {
    let code = code.and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

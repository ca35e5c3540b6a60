//! A tunnel: connections to a port of this computer go on at the agent.

mod connection;
mod inbox;
mod switchboard;

use std::future::pending;
use std::net::SocketAddr;
use std::process::{ExitCode, ExitStatus};

use serde_json::json;
use tokio::net::TcpListener;
use tokio::process::Child;

use super::agents::Agent;
use super::api::Api;
use super::arguments::ConnectArguments;
use super::client;
use super::known_agents::KnownAgents;
use super::notice::say;
use super::session::Session;
use super::stopped;
use super::target::{Target, listen};
use crate::cli::output::print_line;
use crate::remote_viewer::{Gone, Pipe, last_words};

/// Opens a tunnel with a client in it, and returns when the client, the session or the
/// person ends it.
pub async fn run(
    api: &Api,
    known: &KnownAgents,
    agent: &Agent,
    arguments: &ConnectArguments,
) -> anyhow::Result<ExitCode> {
    let target = Target::parse(arguments.kind, arguments.target.as_deref())?;
    let listener = listen(arguments.listen).await?;
    let address = listener.local_addr()?;
    let wanted = json!({
        "kind": "tunnel", "host": target.host, "port": target.port, "reason": arguments.reason,
    });
    let (mut session, invited) = Session::open(api, known, agent, wanted).await?;
    let work = async {
        let (pipe, _) = session.begin(invited).await?;
        let mut child = start_client(arguments, agent, &target, address)?;
        tokio::select! {
            gone = serve(&mut session, pipe, &listener, &target) => Err(last_words(&gone)),
            code = wait(&mut child) => code,
        }
    };
    let ended = tokio::select! {
        ended = work => ended,
        () = stopped() => Ok(ExitCode::SUCCESS),
    };
    session.end().await;
    ended
}

/// Carries connections until the session ends; after a break it connects again.
pub async fn serve(
    session: &mut Session<'_>,
    mut pipe: Pipe,
    listener: &TcpListener,
    target: &Target,
) -> Gone {
    loop {
        let reason = match switchboard::carry(&mut pipe, listener, target).await {
            Gone::Broken(reason) => reason,
            ended @ (Gone::Ended(_) | Gone::Cut { .. }) => return ended,
        };
        say(format_args!("{reason}; connecting again"));
        pipe = match session.reconnect(reason).await {
            Ok((pipe, _)) => pipe,
            Err(gone) => return gone,
        };
        say("connected again: what was open has to be opened again");
    }
}

/// Starts the client that fits, if there is one, and prints where the tunnel is.
fn start_client(
    arguments: &ConnectArguments,
    agent: &Agent,
    target: &Target,
    address: SocketAddr,
) -> anyhow::Result<Option<Child>> {
    let line = format!("{address} leads to {target} on {}", agent.hostname);
    let wants_client = !arguments.no_client;
    let program = wants_client.then(|| client::find(arguments, &agent.agent_id, address)).flatten();
    let Some(program) = program else {
        print_line(format_args!("{line}; Ctrl-C ends it"));
        return Ok(None);
    };
    say(format_args!("{line}; opening {}", program.name));
    client::start(&program).map(Some)
}

/// Waits for the client, if there is one, and returns its code.
async fn wait(child: &mut Option<Child>) -> anyhow::Result<ExitCode> {
    match child {
        Some(child) => Ok(code_of(child.wait().await?)),
        None => pending().await,
    }
}

fn code_of(status: ExitStatus) -> ExitCode {
    // Without a code a signal has ended it.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

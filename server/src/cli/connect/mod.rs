//! `muster connect`: a tunnel to an agent, or a terminal on it, on a technician's own
//! computer. It takes the server's API and a key, and neither settings nor database.

mod agents;
mod api;
mod api_key;
mod arguments;
mod client;
mod known_agents;
mod message;
mod notice;
mod session;
mod target;
mod terminal;
#[cfg(test)]
mod tests;
mod tunnel;

use std::future::pending;
use std::process::ExitCode;

use tokio::signal::unix::{SignalKind, signal};

pub use arguments::ConnectArguments;

use api::Api;
use arguments::ConnectKind;
use known_agents::KnownAgents;

/// Connects, and returns when the client, the shell, the session or the person ends it.
pub async fn run(arguments: ConnectArguments) -> anyhow::Result<ExitCode> {
    let key = api_key::read(arguments.key_file.as_deref())?;
    let api = Api::new(&arguments.server, key, arguments.insecure)?;
    let known = KnownAgents::of_this_user(arguments.new_key)?;
    let agent = agents::find(&api, &arguments.agent).await?;
    match arguments.kind {
        ConnectKind::Terminal => terminal::run(&api, &known, &agent, &arguments).await,
        _ => tunnel::run(&api, &known, &agent, &arguments).await,
    }
}

/// Waits for Ctrl-C, SIGTERM, or a terminal that is closed.
async fn stopped() {
    let terminate = signal(SignalKind::terminate());
    let (Ok(mut terminate), Ok(mut hangup)) = (terminate, signal(SignalKind::hangup())) else {
        // Without handlers the signals end the process.
        return pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}

//! `muster-agent status`: who this agent is, and whether it is connected.

use std::process::ExitCode;

use super::output::say;
use crate::clock;
use crate::data_dir::DataDir;
use crate::freeze::Freeze;
use crate::identity::Identity;
use crate::status_file::StatusFile;
use crate::upkeep::read_publisher;

/// Prints the status; the exit code is 0 when the agent is connected.
pub fn status(data: &DataDir) -> anyhow::Result<ExitCode> {
    say(&format!("data:      {}", data.root().display()));
    let Some(identity) = Identity::load(data)? else {
        say("agent:     not enrolled");
        return Ok(ExitCode::FAILURE);
    };
    say(&format!("agent:     {}", identity.agent_id));
    say(&format!("hostname:  {}", identity.current_hostname()));
    say(&format!("server:    {}", identity.server));
    say(&format!("key:       {}", identity.fingerprint()));
    if let Some(key) = read_publisher(data)? {
        say(&format!("publisher: {key}"));
    }

    let running = data.is_locked();
    let status = StatusFile::read(data).unwrap_or_default();
    let connected = running && status.connected;
    let process = match running {
        true => format!("yes, process {}", status.process),
        false => "no".to_owned(),
    };
    say(&format!("running:   {process}"));
    let seconds = (clock::now_seconds() - status.since).max(0);
    let line = match (connected, running) {
        (true, _) => format!("yes, for {seconds} seconds"),
        (false, true) if !status.problem.is_empty() => format!("no: {}", status.problem),
        _ => "no".to_owned(),
    };
    say(&format!("connected: {line}"));
    if let Some(since) = status.refused_since {
        let hours = (clock::now_seconds() - since).max(0) / 3600;
        say(&format!("refused:   for {hours} hours; the agent asks again by itself"));
    }
    if Freeze::open(data, &identity.agent_id).is_frozen() {
        say("frozen:    yes, nothing begins here until somebody thaws it on the server");
    }
    say(&format!("waiting:   {} runs the server has not confirmed", open_runs(data)));
    Ok(if connected { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Every run that is not closed has a folder, so counting needs no ledger,
/// which a running agent keeps locked.
fn open_runs(data: &DataDir) -> usize {
    std::fs::read_dir(data.runs()).map_or(0, Iterator::count)
}

//! `muster-agent uninstall`: nothing of the agent stays on this computer.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use hyper::StatusCode;
use muster_protocol::LEAVE_PATH;

use super::output::say;
use crate::data_dir::DataDir;
use crate::identity::Identity;
use crate::os::{files, own_program, service_manager};
use crate::transport::{ProxySettings, post_json};
use crate::upkeep;

/// What the agent keeps in its data directory, beside its runs and its logs.
const FILES: [&str; 8] = [
    "identity.json",
    "ledger.redb",
    "status.json",
    "package.key",
    "publisher.key",
    "freeze.json",
    "update.json",
    "lock",
];

/// Options of `uninstall`.
#[derive(Debug, Args)]
pub struct Uninstall {
    /// Do not ask
    #[arg(long)]
    yes: bool,
    /// Leave the program's file, for one that a package manager looks after
    #[arg(long)]
    keep_program: bool,
}

impl Uninstall {
    /// Removes service, data and program, after asking, and notifies the server.
    pub async fn run(&self, data: &DataDir) -> anyhow::Result<ExitCode> {
        if !self.yes && !ask(data)? {
            say("nothing was removed");
            return Ok(ExitCode::FAILURE);
        }
        let folder = std::path::absolute(data.root())?;
        if !self.keep_program
            && let Some((program, arguments)) = service_manager::package_removal(&folder)
        {
            service_manager::require()?;
            // It calls this command, and removes the program itself.
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            service_manager::run_detached(&program, &arguments).await?;
            say("the package that this agent came with is being removed, and the agent with it");
            return Ok(ExitCode::SUCCESS);
        }
        let program = service_manager::remove(&folder).await?;
        // Held to the end: no agent runs in what is being removed, or starts.
        let lock = if data.root().exists() { Some(data.lock().await?) } else { None };
        // Before the key goes with the data.
        let notified = notify_server(data).await;
        remove_data(data)?;
        drop(lock);
        // Some systems keep the name of a file until nobody has it open.
        let _ = std::fs::remove_dir(data.root());
        // The former release is the agent's own, whoever looks after the program.
        if let Some(program) = &program {
            upkeep::remove_kept(program);
        }
        if let Some(program) = program.filter(|_| !self.keep_program) {
            let later = own_program::remove_program(&program)
                .with_context(|| format!("cannot remove {}", program.display()))?;
            if let Some(later) = later {
                say(&later);
            }
        }
        match notified {
            Ok(()) => {
                say("the agent is removed; its record on the server stays until deleted there")
            }
            Err(reason) => say(&format!(
                "the agent is removed, but the server could not be notified: delete it there too ({reason:#})"
            )),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Has the server forget this agent's key. An agent that never enrolled has no
/// key there.
async fn notify_server(data: &DataDir) -> anyhow::Result<()> {
    let Some(identity) = Identity::load(data)? else { return Ok(()) };
    let proxies = ProxySettings::from_environment();
    let (server, farewell) = (&identity.server, identity.farewell());
    let (status, _) = post_json(server, &proxies, LEAVE_PATH, &farewell).await?;
    // A server that does not know the key has forgotten it already.
    if status.is_success() || status == StatusCode::UNAUTHORIZED {
        return Ok(());
    }
    bail!("{server} answers {status}")
}

fn ask(data: &DataDir) -> anyhow::Result<bool> {
    if !std::io::stdin().is_terminal() {
        bail!("this removes the agent and {}: confirm with --yes", data.root().display());
    }
    let mut stdout = std::io::stdout();
    write!(stdout, "Remove the agent and {}? [y/N] ", data.root().display())?;
    stdout.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Removes what the agent made, by name: the folder may be a wrong one.
fn remove_data(data: &DataDir) -> anyhow::Result<()> {
    for (folder, content) in
        [(data.runs(), "runs"), (data.logs(), "logs"), (data.self_tests(), "files of a self-test")]
    {
        if folder.exists() {
            files::remove_dir(&folder).with_context(|| format!("cannot remove the {content}"))?;
        }
    }
    for name in FILES {
        match std::fs::remove_file(data.root().join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot remove {name}"));
            }
            _ => {}
        }
    }
    // Stays when somebody keeps something else in it.
    let _ = std::fs::remove_dir(data.root());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_of_what_the_agent_keeps() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path().join("muster"));
        data.create().unwrap();
        for file in [
            data.identity_file(),
            data.ledger_file(),
            data.status_file(),
            data.package_key_file(),
            data.publisher_key_file(),
            data.freeze_file(),
            data.update_file(),
        ] {
            std::fs::write(file, "").unwrap();
        }
        std::fs::create_dir(data.logs()).unwrap();
        std::fs::write(data.logs().join("agent.log"), "").unwrap();
        std::fs::create_dir_all(data.self_tests().join("killed")).unwrap();
        remove_data(&data).unwrap();
        assert!(!data.root().exists());
    }
}

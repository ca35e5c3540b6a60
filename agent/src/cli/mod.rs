//! The commands of `muster-agent`.

pub(crate) mod enroll;
mod farewell;
mod install;
mod output;
mod remote_helper;
mod run;
mod self_test;
mod status;
mod try_out;
mod uninstall;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use crate::data_dir::DataDir;
use crate::os::{LogLayer, files, own_program, service_log, service_manager};
use crate::release;

/// The agent of Muster: lets your Muster server look after this computer.
///
/// Enrol once with a token from the server, then install it as a service.
#[derive(Debug, Parser)]
#[command(name = "muster-agent", version = release::version(), after_help = EXAMPLES)]
struct Arguments {
    // What the default is depends on the system, and on who asks.
    #[arg(help = "Where the agent keeps its identity, its ledger and waiting results")]
    #[arg(long_help = data_help())]
    #[arg(long, global = true, value_name = "FOLDER", env = "MUSTER_AGENT_DATA")]
    data: Option<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make this computer an agent of a server
    Enroll(enroll::Enroll),
    /// Connect to the server and do what it orders, until stopped
    Run(run::Run),
    /// Say who this agent is and whether it is connected (exit code 0 when it is)
    Status,
    /// Try on this computer what the agent can do, changing nothing (exit code 0 when nothing fails)
    SelfTest(self_test::SelfTestArguments),
    /// Reach the server once and say so: what a new program is asked before it replaces the old
    #[command(hide = true)]
    Try,
    /// Serve one remote session: what the agent itself starts
    #[command(hide = true)]
    RemoteHelper(remote_helper::RemoteHelper),
    /// Run the agent as a service of this system, now and after every start
    Install,
    /// Remove the service, all data of the agent and its program, and notify the server
    Uninstall(uninstall::Uninstall),
}

const EXAMPLES: &str = "\
Examples:
  muster-agent enroll --server https://rmm.example.org --token TOKEN
  muster-agent install
  muster-agent status
  muster-agent self-test --json > report.json

Environment:
  MUSTER_AGENT_DATA     same as --data
  MUSTER_LOG            what is logged: error, warn, info (default), debug
  HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY
                        the way out of this network; without them the one that
                        is set for the whole computer, where there is such a setting
  SSL_CERT_FILE         certificates to trust instead of the system's";

/// Runs the program and returns its exit code.
pub fn main() -> ExitCode {
    if let Some(code) = own_program::run_helper() {
        return code;
    }
    let arguments = Arguments::parse();
    match &arguments.command {
        Command::Run(run) if run.service => {
            service_manager::run_as_service(Box::new(|| work(arguments)), run::REMOVED)
        }
        _ => work(arguments),
    }
}

fn work(arguments: Arguments) -> ExitCode {
    let data = DataDir::at(arguments.data.unwrap_or_else(files::default_data_dir));
    let is_seen = start_log(&data);
    // Fails only when a provider is set already, which does no harm.
    let _ = rustls::crypto::ring::default_provider().install_default();

    // The agent mostly waits: two threads serve a machine of any size.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let result = match runtime {
        Ok(runtime) => {
            let code = runtime.block_on(dispatch(arguments.command, data));
            // What still blocks a thread now must not keep the program.
            runtime.shutdown_background();
            code
        }
        Err(error) => Err(error.into()),
    };
    let code = result.unwrap_or_else(|error| {
        match is_seen {
            true => drop(writeln!(std::io::stderr(), "muster-agent: {error:#}")),
            false => tracing::error!("{error:#}"),
        }
        ExitCode::FAILURE
    });
    service_log::flush();
    code
}

async fn dispatch(command: Command, data: DataDir) -> anyhow::Result<ExitCode> {
    match command {
        Command::Enroll(enroll) => enroll.run(&data).await,
        Command::Run(_) => run::run(data).await,
        Command::RemoteHelper(helper) => helper.run(data).await,
        Command::Try => try_out::try_out(data).await,
        Command::Status => status::status(&data),
        Command::SelfTest(test) => test.run(&data).await,
        Command::Install => install::install(&data).await,
        Command::Uninstall(uninstall) => uninstall.run(&data).await,
    }
}

/// Starts logging; whether somebody sees what this process prints.
fn start_log(data: &DataDir) -> bool {
    let named = std::env::var("MUSTER_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = named.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let mut layers = service_log::layers(&data.logs());
    let is_seen = layers.is_empty();
    if is_seen {
        layers.push(stderr_lines());
    }
    tracing_subscriber::registry().with(layers).with(filter).init();
    is_seen
}

fn stderr_lines() -> LogLayer {
    let log = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        // Complaining about a full disk on that very disk would be a panic.
        .log_internal_errors(false);
    match service_manager::log_has_time() {
        true => log.without_time().boxed(),
        false => log.boxed(),
    }
}

fn data_help() -> String {
    let what = "Where the agent keeps its identity, its ledger and waiting results";
    format!("{what}\n\n[default: {}]", files::default_data_dir().display())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent_and_documented() {
        let mut command = Arguments::command();
        command.clone().debug_assert();
        let help = command.render_long_help().to_string();
        for word in
            ["enroll", "run", "status", "self-test", "install", "uninstall", "MUSTER_AGENT_DATA"]
        {
            assert!(help.contains(word), "{word} is missing");
        }
        let folder = files::default_data_dir();
        assert!(help.contains(&format!("[default: {}]", folder.display())), "{help}");
    }
}

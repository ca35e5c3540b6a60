//! The commands of `muster-agent`.

pub(crate) mod enroll;
mod farewell;
mod install;
mod output;
mod run;
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
use crate::os::{files, service_manager};
use crate::release;

/// The agent of Muster: lets your Muster server look after this computer.
///
/// Enrol once with a token from the server, then install it as a service.
#[derive(Debug, Parser)]
#[command(name = "muster-agent", version = release::version(), after_help = EXAMPLES)]
struct Arguments {
    /// Where the agent keeps its identity, its ledger and waiting results
    ///
    /// [default: /var/lib/muster-agent for root, else ~/.local/share/muster-agent]
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
    Run,
    /// Say who this agent is and whether it is connected (exit code 0 when it is)
    Status,
    /// Reach the server once and say so: what a new program is asked before it replaces the old
    #[command(hide = true)]
    Try,
    /// Run the agent as a systemd service, now and after every start
    Install,
    /// Remove the service, all data of the agent and its program, and notify the server
    Uninstall(uninstall::Uninstall),
}

const EXAMPLES: &str = "\
Examples:
  muster-agent enroll --server https://rmm.example.org --token TOKEN
  muster-agent install
  muster-agent status

Environment:
  MUSTER_AGENT_DATA     same as --data
  MUSTER_LOG            what is logged to stderr: error, warn, info (default), debug
  HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY
                        the way out of this network
  SSL_CERT_FILE         certificates to trust instead of the system's";

/// Runs the program and returns its exit code.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    start_log();
    // Fails only when a provider is set already, which does no harm.
    let _ = rustls::crypto::ring::default_provider().install_default();

    // The agent mostly waits: two threads serve a machine of any size.
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let result = match runtime {
        Ok(runtime) => {
            let code = runtime.block_on(dispatch(arguments));
            // What still blocks a thread now must not keep the program.
            runtime.shutdown_background();
            code
        }
        Err(error) => Err(error.into()),
    };
    result.unwrap_or_else(|error| {
        let _ = writeln!(std::io::stderr(), "muster-agent: {error:#}");
        ExitCode::FAILURE
    })
}

async fn dispatch(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let data = DataDir::at(arguments.data.unwrap_or_else(files::default_data_dir));
    match arguments.command {
        Command::Enroll(enroll) => enroll.run(&data).await,
        Command::Run => run::run(data).await,
        Command::Try => try_out::try_out(data).await,
        Command::Status => status::status(&data),
        Command::Install => install::install(&data).await,
        Command::Uninstall(uninstall) => uninstall.run(&data).await,
    }
}

fn start_log() {
    let named = std::env::var("MUSTER_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = named.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let lines = tracing_subscriber::registry().with(filter);
    let log = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        // Complaining about a full disk on that very disk would be a panic.
        .log_internal_errors(false);
    match service_manager::log_has_time() {
        true => lines.with(log.without_time()).init(),
        false => lines.with(log).init(),
    }
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
        for word in ["enroll", "run", "status", "install", "uninstall", "MUSTER_AGENT_DATA"] {
            assert!(help.contains(word), "{word} is missing");
        }
    }
}

//! The command line. It works on the configured database, also while the server
//! runs; `connect` alone talks to a server elsewhere.

pub mod apikey;
mod audit;
mod backup;
mod connect;
mod doctor;
pub(crate) mod enroll_token;
mod freeze;
mod memory;
mod open_files;
mod openapi;
mod output;
pub mod recordings;
mod remote;
mod restore;
mod serve;
mod sim;
pub mod user;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::config::Settings;
use crate::web_files::BuiltIn;

/// Remote monitoring and management in one binary.
///
/// Settings come from the environment, or from the same keys in a TOML file
/// (--config): MUSTER_DATA, MUSTER_LISTEN, MUSTER_PUBLIC_URL, MUSTER_TLS_CERT,
/// MUSTER_TLS_KEY, MUSTER_DATABASE_URL, MUSTER_BUS_URL, MUSTER_KEY_FILE,
/// MUSTER_LOG, MON_TOKEN, SWAGGER_ENABLED, ….
#[derive(Parser)]
#[command(name = "muster", version)]
struct Arguments {
    /// A TOML file with settings; the environment wins over it.
    #[arg(long, global = true, value_name = "FILE", env = "MUSTER_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start the server and run until it is stopped.
    Serve,
    /// Relay remote sessions, on another machine than the server.
    Remote,
    /// Open a tunnel to an agent, or a terminal on it, from the computer you sit at.
    Connect(Box<connect::ConnectArguments>),
    /// Manage the people who may log in.
    #[command(subcommand)]
    User(user::UserCommand),
    /// Manage the keys that programs call with.
    #[command(subcommand)]
    Apikey(apikey::ApiKeyCommand),
    /// Make tokens with which computers become agents.
    #[command(subcommand)]
    EnrollToken(enroll_token::EnrollTokenCommand),
    /// Stop everything that goes to agents, until it is thawed.
    Freeze {
        /// Only at the client with this key.
        #[arg(long, value_name = "ID")]
        client: Option<i64>,
    },
    /// End a freeze.
    Thaw {
        /// That of the client with this key.
        #[arg(long, value_name = "ID")]
        client: Option<i64>,
    },
    /// Check whether everything the server needs is there and works.
    Doctor,
    /// Save everything the server knows into a file, also while it runs.
    Backup {
        /// The file to make; one that exists is never overwritten.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Bring a backup into a database that no server has used yet.
    Restore(restore::RestoreArguments),
    /// Put a server under load with simulated agents and calls of the API.
    Sim(Box<sim::SimArguments>),
    /// Print the OpenAPI document of the API.
    Openapi,
    /// Check the audit log.
    #[command(subcommand)]
    Audit(audit::AuditCommand),
    /// List, verify and export recordings of remote sessions.
    #[command(subcommand)]
    Recordings(recordings::RecordingsCommand),
}

/// Runs the command of this process. The web interface that `serve` shows is
/// linked to the program, not to this library.
pub fn main(web: BuiltIn) -> ExitCode {
    let arguments = Arguments::parse();
    rustls::crypto::ring::default_provider()
        .install_default()
        .expect("nothing else has chosen a TLS provider in this process");
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&error.into()),
    };
    match runtime.block_on(run(arguments, web)) {
        Ok(code) => code,
        Err(error) => complain(&error),
    }
}

async fn run(arguments: Arguments, web: BuiltIn) -> anyhow::Result<ExitCode> {
    let Arguments { config, command } = arguments;
    // These need no settings.
    let command = match command {
        Command::Openapi => return openapi::run(),
        Command::Connect(arguments) => return connect::run(*arguments).await,
        command => command,
    };
    let mut settings = Settings::load(config.as_deref())?;
    settings.web_files = settings.web_files.or_built_in(web);
    match command {
        Command::Serve => serve::run(settings).await,
        Command::Remote => remote::run(settings).await,
        Command::User(command) => user::run(settings, command).await.map(|()| ExitCode::SUCCESS),
        Command::Apikey(command) => {
            apikey::run(settings, command).await.map(|()| ExitCode::SUCCESS)
        }
        Command::EnrollToken(command) => enroll_token::run(settings, command).await,
        Command::Freeze { client } => {
            freeze::freeze(settings, client).await.map(|()| ExitCode::SUCCESS)
        }
        Command::Thaw { client } => {
            freeze::thaw(settings, client).await.map(|()| ExitCode::SUCCESS)
        }
        Command::Doctor => doctor::run(settings).await,
        Command::Backup { file } => backup::run(settings, &file).await,
        Command::Restore(arguments) => restore::run(settings, arguments).await,
        Command::Sim(arguments) => sim::run(settings, *arguments).await,
        Command::Audit(command) => audit::run(settings, command).await,
        Command::Recordings(command) => recordings::run(settings, command).await,
        Command::Connect(_) | Command::Openapi => {
            unreachable!("answered above, as they need no settings")
        }
    }
}

#[expect(clippy::print_stderr, reason = "the only function that reports a failed command")]
fn complain(error: &anyhow::Error) -> ExitCode {
    eprintln!("muster: {error:#}");
    ExitCode::FAILURE
}

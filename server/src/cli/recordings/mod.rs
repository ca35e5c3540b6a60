//! `muster recordings`: recordings of remote sessions, from the server's own command line.

mod export;
mod list;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Subcommand;

use super::output::print_line;
use crate::app::App;
use crate::config::Settings;

/// What to do with recordings.
#[derive(Subcommand, Debug)]
pub enum RecordingsCommand {
    /// List all recordings, oldest first
    List,
    /// Check signatures, order, seals and digests; fails when something is wrong
    Verify {
        /// Only the recording with this key
        #[arg(value_name = "ID")]
        id: Option<i64>,
    },
    /// Write a recording into a file: asciicast, lines of JSON, or the packets of a screen
    Export {
        /// Key of the recording
        #[arg(value_name = "ID")]
        id: i64,
        /// The file to make; one that exists is never overwritten
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// Runs a command on the configured database, also while the server runs.
pub async fn run(settings: Settings, command: RecordingsCommand) -> anyhow::Result<ExitCode> {
    let app = App::open(settings).await?;
    let answer = answer(&app, command).await;
    app.close(Duration::from_secs(5)).await;
    let (lines, is_good) = answer?;
    lines.iter().for_each(print_line);
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Executes the command. Returns the lines to print, and whether all is well.
pub(crate) async fn answer(
    app: &App,
    command: RecordingsCommand,
) -> anyhow::Result<(Vec<String>, bool)> {
    match command {
        RecordingsCommand::List => Ok((list::list(app).await?, true)),
        RecordingsCommand::Verify { id } => verify::verify(app, id).await,
        RecordingsCommand::Export { id, file } => {
            Ok((vec![export::export_to(app, id, &file).await?], true))
        }
    }
}

//! `muster audit verify`.

use std::process::ExitCode;

use clap::Subcommand;

use super::output::print_line;
use crate::app::open_storage;
use crate::audit::verify;
use crate::config::Settings;

/// What can be done with the audit log.
#[derive(Subcommand)]
pub enum AuditCommand {
    /// Tell whether any row was changed, removed or reordered.
    Verify,
}

/// Runs the command; fails when the log is not intact.
pub async fn run(settings: Settings, command: AuditCommand) -> anyhow::Result<ExitCode> {
    let AuditCommand::Verify = command;
    let (db, vault) = open_storage(&settings).await?;
    let verdict = verify(&db, &vault, &settings.data).await?;
    db.close().await;
    print_line(&verdict);
    Ok(if verdict.is_intact() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

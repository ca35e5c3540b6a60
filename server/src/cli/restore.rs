//! `muster restore`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::Args;

use super::output::print_line;
use crate::app::make_data_folder;
use crate::audit::{adopt, set_anchors_aside, verify};
use crate::auth::Vault;
use crate::backup::{self, Backup, RestoreError};
use crate::config::Settings;
use crate::storage::{Database, migrate};

const ADVICE: &str = "copy the one of the server that was backed up";

/// Arguments of `restore`.
#[derive(Args)]
pub struct RestoreArguments {
    /// What `muster backup` made, on either engine
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Accept one that is not signed, as the first releases made them
    #[arg(long)]
    unsigned: bool,
}

/// Loads a backup into the configured database, which must be empty, and checks
/// the audit log afterwards.
pub async fn run(settings: Settings, arguments: RestoreArguments) -> anyhow::Result<ExitCode> {
    let vault = existing_key(&settings, ADVICE)?;
    let backup = open(&settings, &arguments, &vault)?;
    make_data_folder(&settings)?;
    let db = Database::open(&settings.database).await?;
    let made = backup.made().to_owned();
    let restored = async {
        let contents = backup::load(&db, backup).await?;
        migrate(&db).await?;
        // Those of the log that was here before.
        set_anchors_aside(&settings.data)?;
        adopt(&db, &vault, &settings.data).await?;
        anyhow::Ok((contents, verify(&db, &vault, &settings.data).await?))
    };
    let restored = restored.await;
    db.close().await;
    let (contents, verdict) = restored?;
    print_line(format_args!("restored {contents} of {made}"));
    print_line(&verdict);
    Ok(if verdict.is_intact() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A backup that the key of these settings opens. Another key would neither open
/// its secrets nor continue its audit log.
fn open(
    settings: &Settings,
    arguments: &RestoreArguments,
    vault: &Vault,
) -> anyhow::Result<Backup> {
    Backup::open(&arguments.file, vault, arguments.unsigned).map_err(|error| match error {
        RestoreError::ForeignKey => anyhow!(
            "the key file {} (MUSTER_KEY_FILE) does not belong to this backup: {ADVICE}",
            settings.key_file.display()
        ),
        other => other.into(),
    })
}

/// The key that is there already: a new one would be of no use.
pub(super) fn existing_key(settings: &Settings, advice: &str) -> anyhow::Result<Vault> {
    if !settings.key_file.exists() {
        let path = settings.key_file.display();
        bail!("the key file {path} (MUSTER_KEY_FILE) is missing: {advice}");
    }
    Ok(Vault::open(&settings.key_file)?)
}

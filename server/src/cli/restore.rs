//! `muster restore`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use super::output::print_line;
use crate::app::make_data_folder;
use crate::audit::{adopt, set_anchors_aside, verify};
use crate::auth::Vault;
use crate::backup::{self, Backup};
use crate::config::Settings;
use crate::storage::{Database, migrate};

/// Loads a backup into the configured database, which must be empty, and checks
/// the audit log afterwards.
pub async fn run(settings: Settings, file: &Path) -> anyhow::Result<ExitCode> {
    let backup = Backup::open(file)?;
    let vault = matching_key(&settings, &backup)?;
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

/// The key that the backup's database was made with; another one would neither
/// open its secrets nor continue its audit log.
fn matching_key(settings: &Settings, backup: &Backup) -> anyhow::Result<Vault> {
    let path = settings.key_file.display();
    let advice = "copy the one of the server that was backed up";
    if !settings.key_file.exists() {
        bail!("the key file {path} (MUSTER_KEY_FILE) is missing: {advice}");
    }
    let vault = Vault::open(&settings.key_file)?;
    if vault.fingerprint() != backup.key_fingerprint() {
        bail!("the key file {path} (MUSTER_KEY_FILE) does not belong to this backup: {advice}");
    }
    Ok(vault)
}

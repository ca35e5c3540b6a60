//! `muster backup`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;

use super::output::print_line;
use super::restore::existing_key;
use crate::backup;
use crate::config::Settings;
use crate::storage::{Database, Location};

/// Saves the configured database into a file, also while the server runs.
pub async fn run(settings: Settings, file: &Path) -> anyhow::Result<ExitCode> {
    if let Location::File(path) = &settings.database
        && !path.exists()
    {
        bail!("there is no database at {} (MUSTER_DATA)", path.display());
    }
    let vault = existing_key(&settings, "it is needed to encrypt the backup")?;
    // Without migrating: people make backups before an upgrade.
    let db = Database::open(&settings.database).await?;
    let saved = backup::save(&db, &vault, file).await;
    db.close().await;
    let contents = saved?;
    print_line(format_args!("saved {contents} to {}", file.display()));
    print_line(format_args!(
        "it can only be read and restored with the key file {}, which is not in it: keep a copy of \
         that too",
        settings.key_file.display()
    ));
    print_line(match settings.database {
        Location::File(_) => format!(
            "the recordings of remote sessions are not in it: copy the folder {} as well",
            settings.data.join("recordings").display()
        ),
        Location::Postgres(_) => "the content of recordings of remote sessions is not in it: copy \
                                  the table recording_parts as well"
            .to_owned(),
    });
    Ok(ExitCode::SUCCESS)
}

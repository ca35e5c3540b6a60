//! `muster recordings export`.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::Context;
use futures_util::TryStreamExt;

use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::Identity;
use crate::domain::recordings::{export, find_any_recording};

/// Writes a recording into a new file that nobody else can read, and logs that. Returns
/// the line to print.
pub(super) async fn export_to(app: &App, id: i64, path: &Path) -> anyhow::Result<String> {
    let change = Change::begin(app, &Identity::console()).await?;
    let found = find_any_recording(&*change, id).await?;
    let recording = found.with_context(|| format!("there is no recording {id}"))?;
    let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let mut file = opened.with_context(|| format!("cannot make the file {}", path.display()))?;
    let name = recording.name();
    let message = format!("console exported {name}");
    change.commit(recording.entry(Action::View, message)).await?;
    let mut chunks = Box::pin(export(app, recording));
    while let Some(chunk) = chunks.try_next().await? {
        file.write_all(&chunk)?;
    }
    file.sync_all()?;
    Ok(format!("wrote {name} to {}", path.display()))
}

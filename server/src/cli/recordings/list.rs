//! `muster recordings list`.

use crate::app::App;
use crate::features::recordings::{Recording, list_every_recording};
use crate::wording::count;

/// A line for each recording.
pub(super) async fn list(app: &App) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    for page in 1.. {
        let rows = list_every_recording(app, page).await?;
        if rows.is_empty() {
            break;
        }
        lines.extend(rows.iter().map(describe));
    }
    Ok(lines)
}

fn describe(recording: &Recording) -> String {
    let Recording { id, began, kind, username, hostname, state, .. } = recording;
    let (seconds, parts) = (recording.duration_seconds, count(recording.parts, "part"));
    let bytes = recording.bytes;
    format!(
        "{id}, {began}, {kind} session of {username} on {hostname}, {state}, {seconds:.0} s, \
         {parts}, {bytes} bytes"
    )
}

//! Deleting recordings: rows at once, files by a job that is not forgotten when the server
//! dies.

use muster_remote::recording::session_bytes;
use serde_json::{Value, json};

use super::recording::StoredRecording;
use super::state::RecordingState;
use super::{files, queries};
use crate::app::App;
use crate::audit::{Action, Change, Entry};
use crate::error::ApiError;
use crate::hex::hex_digits;
use crate::jobs::NewJob;

/// The job that deletes the files of a recording. The name is stored with jobs.
pub const FILES_KIND: &str = "delete_recording_files";

/// Deletes a recording as part of a change. Returns its audit row; none if it was deleted
/// meanwhile. The reason follows its name.
pub async fn delete_within(
    app: &App,
    change: &mut Change,
    recording: &StoredRecording,
    reason: &str,
) -> Result<Option<Entry>, ApiError> {
    if !queries::delete(change, recording.id).await? {
        return Ok(None);
    }
    if !app.db.is_shared() {
        let files = json!({ "session": recording.session_uid, "began": recording.began });
        change.enqueue(NewJob::now(FILES_KIND, files)).await?;
    }
    change.publish(recording.event(RecordingState::Deleted));
    let message = format!("{} {reason}", recording.name());
    let entry = recording.entry(Action::Delete, message).before(&json!({
        "session": recording.session_uid, "digest": hex_digits(&recording.digest),
        "parts": recording.parts, "bytes": recording.bytes,
    }));
    Ok(Some(entry))
}

/// Deletes the files of a recording whose rows are gone.
pub async fn delete_files(app: App, payload: Value) -> anyhow::Result<()> {
    let session = payload["session"].as_str().filter(|text| session_bytes(text).is_some());
    // What is no session has no folder.
    let (Some(session), Some(began)) = (session, payload["began"].as_i64()) else { return Ok(()) };
    let (data, session) = (app.settings.data.clone(), session.to_owned());
    tokio::task::spawn_blocking(move || files::remove(&data, &session, began)).await??;
    Ok(())
}

//! Who was shown what is in a recording.

use crate::app::App;
use crate::audit::{Action, log_read};
use crate::auth::Identity;
use crate::domain::recordings::{StoredRecording, find_recording};
use crate::error::ApiError;

/// A recording in scope whose content the caller is about to be shown: that is logged,
/// once an hour.
pub(super) async fn find_to_view(
    app: &App,
    caller: &Identity,
    id: i64,
) -> Result<StoredRecording, ApiError> {
    let recording = find_recording(app.db.read(), &caller.scope, id).await?;
    let recording = recording.ok_or(ApiError::NotFound("recording"))?;
    let message = format!("{} watched {}", caller.username, recording.name());
    log_read(app, caller, recording.entry(Action::View, message)).await?;
    Ok(recording)
}

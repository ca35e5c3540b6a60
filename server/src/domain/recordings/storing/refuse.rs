//! What follows when a part is refused: everybody who looks for the recording learns why it
//! ends there.

use serde_json::json;

use super::ACTOR;
use super::incoming::Incoming;
use super::refusal::Refusal;
use super::rows;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::recordings::queries;
use crate::domain::recordings::recording::StoredRecording;
use crate::domain::recordings::state::RecordingState;
use crate::domain::remote::{SessionEnd, end_as};
use crate::error::ApiError;
use crate::hex::hex_digits;
use crate::ids::AgentKey;

const END: &str = "its recording was refused by the server, and it must be recorded";

/// Logs a refusal.
pub(super) fn report(app: &App, agent: AgentKey, refusal: Refusal) {
    let (code, reason) = (refusal.code(), refusal.reason());
    tracing::warn!(agent.row = %agent, code, "a part of a recording was refused");
    let message = format!("a part of a recording was refused: {reason}");
    let entry = DebugEntry::warning(LogType::AgentIssues, message);
    app.debug_log.record(entry.about(agent));
}

/// Stores that a recording ends here, with an audit row that has the digest of what there
/// is, and ends the session if it must be recorded.
pub(super) async fn record(app: &App, part: &Incoming, refusal: Refusal) -> Result<(), ApiError> {
    report(app, part.agent, refusal);
    // Before the writer is taken: an agent that sends rubbish must not make others wait.
    if find_open(queries::find_named(app.db.read(), part).await?).is_some() {
        end_recording(app, part, refusal).await?;
    }
    if queries::must_be_recorded(app.db.read(), &part.session, part.agent).await? {
        let end = SessionEnd::new("recording_refused", END);
        end_as(app, ACTOR, &part.session, end).await?;
    }
    Ok(())
}

fn find_open(known: Option<StoredRecording>) -> Option<StoredRecording> {
    known.filter(|known| !known.is_complete && known.refused.is_empty())
}

async fn end_recording(app: &App, part: &Incoming, refusal: Refusal) -> Result<(), ApiError> {
    let mut change = Change::begin_as(app, ACTOR, "").await?;
    let known = queries::find_named_locked(&change, part).await?;
    let Some(recording) = find_open(known) else { return Ok(()) };
    rows::record_refusal(&change, recording.id, refusal.code()).await?;
    let (name, reason) = (recording.name(), refusal.reason());
    let message = format!("the rest of {name} was refused: {reason}");
    let entry = recording.entry(Action::Modify, message).after(&json!({
        "session": recording.session_uid, "code": refusal.code(),
        "digest": hex_digits(&recording.digest), "parts": recording.parts,
    }));
    change.publish(recording.event(RecordingState::Incomplete));
    change.commit(entry).await
}

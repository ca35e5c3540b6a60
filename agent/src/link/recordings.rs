//! Sends the parts of recordings: one at a time, those of the oldest recording first.

use std::sync::Arc;

use muster_protocol::FromAgent;
use muster_remote::recording::PartHeader;

use super::session::{Session, StoredPart};
use crate::remote::SpooledRecording;

/// Sends parts until the connection ends; not to a server that does not know them.
pub async fn deliver(session: Arc<Session>) {
    if !session.takes_recordings {
        return;
    }
    tokio::select! {
        () = send_for_ever(&session) => {}
        () = session.ended.cancelled() => {}
    }
}

async fn send_for_ever(session: &Session) {
    let outbox = session.shared.remote.recordings();
    session.shared.clock.wait(outbox.delay()).await;
    loop {
        let recordings = outbox.list().await.unwrap_or_else(|error| {
            tracing::error!(%error, "recordings cannot be read");
            Vec::new()
        });
        let mut is_any_sent = false;
        for recording in recordings {
            is_any_sent |= send_all(session, &recording).await;
        }
        // What came meanwhile is found at once.
        if !is_any_sent {
            outbox.wait_for_more().await;
        }
    }
}

/// Sends the parts of a recording that are there; false when nothing was done.
async fn send_all(session: &Session, recording: &SpooledRecording) -> bool {
    let remote = &session.shared.remote;
    for index in &recording.parts {
        let part = match recording.read(*index) {
            Ok(part) => part,
            Err(error) => {
                let (session, began) = (&recording.session, recording.began);
                tracing::error!(%error, session, began, index, "a part of a recording is lost");
                return false;
            }
        };
        let is_last = PartHeader::read(&part).is_ok_and(|(header, _)| header.is_last);
        let code = match remote.recordings().may_send() {
            true => send(session, recording, *index, part).await,
            false => "no_answer".to_owned(),
        };
        remote.recordings().settled();
        if !code.is_empty() {
            remote.drop_recording(recording, &code);
            return true;
        }
        if let Err(error) = recording.forget(*index, is_last) {
            // It would be sent again at once: later, with the next one.
            tracing::error!(%error, "a part of a recording that was sent is not removed");
            return false;
        }
    }
    true
}

/// Sends a part, and waits for what became of it.
async fn send(
    session: &Session,
    recording: &SpooledRecording,
    index: u32,
    part: Vec<u8>,
) -> String {
    {
        let mut state = session.state();
        // An answer to an earlier part does not count for this one.
        state.stored_part = None;
        state.answers.push_back(FromAgent::RecordingPart { part });
    }
    session.news.notify_one();
    let is_it = |stored: &mut StoredPart| {
        let is_same = stored.session == recording.session && stored.began == recording.began;
        stored.session.is_empty() || (is_same && stored.index == index)
    };
    loop {
        let stored = session.state().stored_part.take_if(is_it);
        if let Some(stored) = stored {
            return stored.code;
        }
        session.recording_stored.notified().await;
    }
}

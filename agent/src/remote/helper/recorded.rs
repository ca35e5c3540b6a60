//! How a session is recorded, and pauses while it has to be and cannot.

use muster_protocol::hex;
use muster_remote::recording::{RecordType, RecordingWriter, session_bytes};
use muster_remote::{Grant, Kind, RecordingMode};
use serde_json::json;

use super::end::End;
use super::session::Session;
use crate::clock;
use crate::remote::recording::{Hold, Recorder, heading};

/// What a viewer is told while the session pauses, and afterwards.
const PAUSED: &str = "recording_paused";
const RESUMED: &str = "recording_resumed";

/// A grant is used within a minute. A clock that says anything else by more than this is wrong,
/// and the server's time counts; in microseconds.
const MOST_WRONG: i64 = 5 * 60 * 1_000_000;

/// A recording that can begin.
pub(super) struct NewRecording {
    writer: RecordingWriter,
    began: i64,
}

impl Session {
    /// Prepares the recording that a viewer's grant wants, if there is none yet. Nobody is let
    /// in whose session has to be recorded and cannot be.
    pub(super) fn prepare_recording(&self, grant: &Grant) -> Result<Option<NewRecording>, End> {
        let mode = grant.recording.mode;
        if mode == RecordingMode::Off || self.audience.recorder.is_some() {
            return Ok(None);
        }
        let began =
            clock::now_micros().clamp(grant.issued, grant.issued.saturating_add(MOST_WRONG));
        let key = hex::decode(&grant.recording.key).unwrap_or_default();
        let session = session_bytes(&grant.session);
        let writer = session
            .and_then(|session| RecordingWriter::begin(session, grant.kind, began, &key).ok());
        match (writer, mode) {
            (Some(writer), _) => Ok(Some(NewRecording { writer, began })),
            (None, RecordingMode::Strict) => {
                let reason = "It has to be recorded, and the server's recording key is not valid.";
                Err(End::new("recording_unavailable", reason))
            }
            (None, _) => {
                tracing::warn!("the session is not recorded: the recording key is not valid");
                Ok(None)
            }
        }
    }

    /// Begins a recording, and applies what a grant says about it.
    pub(super) fn record_for(
        &mut self,
        grant: &Grant,
        new: Option<NewRecording>,
    ) -> Result<(), End> {
        if let Some(NewRecording { writer, began }) = new {
            let started = Recorder::start(&self.site.recordings, &grant.session, began, writer);
            match started {
                Ok(recorder) => self.audience.recorder = Some(recorder),
                Err(error) => return self.without_recording(grant, &error),
            }
            let description = self.work.as_ref().map(|work| work.heading()).unwrap_or_default();
            let heading = heading(grant, &self.hostname, description);
            self.audience.record(RecordType::Heading, &heading);
        }
        let (mode, records_input) = (grant.recording.mode, grant.recording.input);
        if let Some(recorder) = &mut self.audience.recorder
            && mode != RecordingMode::Off
        {
            let records_input = records_input && grant.kind == Kind::Terminal;
            recorder.set_rules(mode == RecordingMode::Strict, records_input);
        }
        Ok(())
    }

    fn without_recording(&mut self, grant: &Grant, error: &std::io::Error) -> Result<(), End> {
        tracing::error!(%error, "the session is not recorded");
        if grant.recording.mode != RecordingMode::Strict {
            return Ok(());
        }
        let reason = format!("It has to be recorded, and that does not begin: {error}.");
        let end = End::new("recording_unavailable", reason);
        self.end = Some(end.clone());
        Err(end)
    }

    /// Pauses the session while it cannot be recorded, or has it go on. Returns whether its
    /// work waits.
    pub(super) fn follow_recording(&mut self) -> bool {
        let hold = self.audience.recorder.as_ref().map_or(Hold::No, Recorder::hold);
        match &hold {
            Hold::Stuck(reason) if self.pause.reason.is_none() => self.pause(reason),
            Hold::No if self.pause.reason.is_some() => self.resume(),
            _ => {}
        }
        let is_held = hold != Hold::No;
        let was_held = std::mem::replace(&mut self.pause.is_held, is_held);
        if was_held && !is_held {
            for (viewer, frame) in self.pause.take_frames() {
                self.pass(&viewer, &frame);
            }
        }
        is_held
    }

    fn pause(&mut self, reason: &str) {
        tracing::warn!(reason, "the session pauses: it has to be recorded");
        self.audience.mark("paused", json!({ "reason": reason }));
        self.pause.reason = Some(reason.to_owned());
        for viewer in self.audience.started() {
            self.tell_pause(viewer);
        }
        if let Some(work) = &mut self.work {
            work.pause(&self.audience, true);
        }
    }

    fn resume(&mut self) {
        tracing::info!("the session goes on: it is recorded again");
        self.audience.mark("resumed", json!({}));
        self.pause.reason = None;
        for viewer in self.audience.started() {
            self.audience.notice(viewer, RESUMED, "It is recorded again: the session goes on.");
        }
        if let Some(work) = &mut self.work {
            work.pause(&self.audience, false);
        }
    }

    /// Lets a viewer know that the session pauses, if it does.
    pub(super) fn tell_pause(&self, viewer: &str) {
        if let Some(reason) = &self.pause.reason {
            let text = format!(
                "The session pauses, as it has to be recorded and the recording cannot be \
                 written: {reason}. It goes on by itself."
            );
            self.audience.notice(viewer, PAUSED, &text);
        }
    }

    /// The server does not take the recording. A session that has to be recorded ends.
    pub(super) fn recording_refused(&mut self, code: &str) {
        let Some(recorder) = self.audience.recorder.take() else { return };
        if recorder.is_strict() {
            let reason = format!("It has to be recorded, and the server refuses that: {code}.");
            self.end = Some(End::new("recording_refused", reason));
        }
    }
}

//! The work of a session for the screen: passes on between the viewers and the [`Screen`].

use std::sync::Arc;

use muster_remote::Frame;
use muster_remote::recording::RecordType;

use super::helper::End;
use super::helper::audience::Audience;
use super::screen::{Role, Screen, ScreenStep, ToViewer, record_type};
use crate::os::Problem;

/// The channel of pictures, and that of texts; what viewers say is read alike on both.
const PICTURES: u16 = 1;
const TEXTS: u16 = 2;

/// The viewer that is the recording: no other has an empty id.
const RECORDING: &str = "";

/// How a message begins that only says that a picture has arrived.
const ACKNOWLEDGEMENT: &str = "\"ack\"";

/// The screen with its viewers.
#[derive(Debug)]
pub struct ScreenSession {
    screen: Screen,
    /// Whether the recording sees it.
    is_recorded: bool,
    /// Something is missing in the recording before its next whole picture.
    has_gap: bool,
    /// Why it cannot go on.
    end: Option<End>,
}

impl ScreenSession {
    /// Finds the screen and begins to watch it.
    pub async fn begin() -> Result<Self, End> {
        // A viewer who may only watch has nothing of the clipboard in any case.
        let opened = Screen::open(true).await;
        let screen = opened.map_err(|problem| End::new("no_screen", sentence(&problem)))?;
        Ok(Self { screen, is_recorded: false, has_gap: false, end: None })
    }

    /// A viewer takes part from now on. It gets all of the screen, also when it comes back.
    pub fn enter(&mut self, audience: &Audience, viewer: &str) {
        let view_only = audience.seat(viewer).is_none_or(|seat| seat.grant.view_only);
        self.screen.join(viewer, if view_only { Role::Watcher } else { Role::Participant });
        self.follow_audience(audience);
    }

    /// The session pauses, or goes on. What somebody holds down is released.
    pub fn pause(&mut self, audience: &Audience, is_paused: bool) {
        self.screen.set_driver(if is_paused { None } else { audience.driver() });
    }

    /// A viewer sent something.
    pub fn take(&mut self, viewer: &str, channel: u16, frame: Frame<'_>) -> Result<(), End> {
        let Frame::Control(text) = frame else { return Ok(()) };
        if ![PICTURES, TEXTS].contains(&channel) {
            return Ok(());
        }
        let too_fast = |_| End::new("too_fast", "It sent more than can be carried out.");
        self.screen.message(viewer, text).map_err(too_fast)
    }

    /// Whether somebody does something who sends this: pictures arrive by themselves.
    pub fn is_activity(frame: &Frame<'_>) -> bool {
        matches!(frame, Frame::Control(text) if !text.contains(ACKNOWLEDGEMENT))
    }

    /// A viewer has gone. What it pressed is released.
    pub fn leave(&mut self, audience: &Audience, viewer: &str) {
        self.screen.leave(viewer);
        self.follow_audience(audience);
    }

    /// Another viewer has mouse and keyboard, or none.
    pub fn driver_changed(&mut self, audience: &Audience) {
        self.screen.set_driver(audience.driver());
    }

    /// Waits for something to send.
    pub async fn next(&mut self) -> ScreenStep {
        self.screen.next().await
    }

    /// Sends it.
    pub fn act(&mut self, audience: &Audience, step: ScreenStep) {
        match step {
            ScreenStep::Send(viewer, sent) if viewer == RECORDING => {
                self.record(audience, &sent);
            }
            ScreenStep::Send(viewer, ToViewer::Packets(packets)) => {
                for packet in packets {
                    audience.frame(&viewer, PICTURES, &Frame::Packet(&packet));
                }
            }
            ScreenStep::Send(viewer, ToViewer::Control(text)) => {
                audience.frame(&viewer, TEXTS, &Frame::Control(&text));
            }
            ScreenStep::Ended(problem) => {
                self.end = Some(End::new("screen_ended", sentence(&problem)));
            }
        }
    }

    /// Records what the screen looked like at the end: of a recording, frames are up to a
    /// fifth of a second late.
    pub async fn stop(&mut self, audience: &Audience) {
        if std::mem::take(&mut self.is_recorded) {
            self.screen.finish(RECORDING);
        }
        for sent in self.screen.rest(RECORDING).await {
            self.record(audience, &sent);
        }
    }

    /// Has the screen recorded as long as somebody sees it, and no longer.
    fn follow_audience(&mut self, audience: &Audience) {
        let is_seen = audience.started().next().is_some();
        let is_recorded = audience.recorder.is_some() && is_seen;
        match (is_recorded, std::mem::replace(&mut self.is_recorded, is_recorded)) {
            (true, false) => self.screen.join(RECORDING, Role::Recording),
            (false, true) => self.screen.finish(RECORDING),
            (true, true) | (false, false) => {}
        }
    }

    /// After a gap nothing is of use before a whole picture.
    fn record(&mut self, audience: &Audience, sent: &ToViewer) {
        let ToViewer::Packets(packets) = sent else { return };
        let Some(recorder) = &audience.recorder else { return self.follow_audience(audience) };
        let is_key = packets.iter().any(|packet| record_type(packet) == RecordType::KeyPicture);
        if self.has_gap && !is_key {
            return;
        }
        if is_key {
            recorder.begin_part();
        }
        let is_kept = |packet: &Arc<[u8]>| recorder.record(record_type(packet), packet);
        self.has_gap = !packets.iter().all(is_kept);
    }

    /// Why the session ends: the screen has.
    pub fn end(&self) -> Option<End> {
        self.end.clone()
    }
}

/// A problem as a sentence of its own.
pub fn sentence(problem: &Problem) -> String {
    let text = problem.to_string();
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_told_in_a_sentence() {
        let told = |text: &str| sentence(&Problem::failed(text));
        assert_eq!(told("there is no screen"), "There is no screen.");
        assert_eq!(told("Use X11."), "Use X11.");
        assert_eq!(told(""), ".");
    }

    #[test]
    fn pictures_that_arrive_are_nothing_that_somebody_does() {
        let counts = |text: &str| ScreenSession::is_activity(&Frame::Control(text));
        assert!(!counts(r#"{"type":"ack","frame":7}"#));
        assert!(counts(r#"{"type":"text","text":"\"ack\""}"#));
        assert!(!ScreenSession::is_activity(&Frame::Packet(b"")));
    }
}

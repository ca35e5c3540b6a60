//! The viewers who are connected, which of them drives, and the recording of what they see.

use muster_remote::recording::RecordType;
use muster_remote::{Frame, Grant};
use serde_json::{Value, json};

use super::end::End;
use super::event::Arrival;
use super::message::{SESSION, Wish};
use super::outbox::{Outbox, Parcel};
use crate::remote::recording::{Recorder, marker};

/// Frames that are kept for a viewer who is not let in yet.
const MOST_EARLY: usize = 32;

/// How far a viewer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It has not said what it wants.
    Connected,
    /// The person at the computer is being asked.
    Asking,
    /// It takes part.
    Started,
}

/// One viewer.
#[derive(Debug)]
pub struct Seat {
    /// What it may do.
    pub grant: Grant,
    /// Whether the person at the computer is asked, whatever the grant says.
    pub must_ask: bool,
    /// How far it is.
    pub stage: Stage,
    /// How it wants to begin.
    pub wish: Wish,
    /// What it sent before it was let in.
    pub early: Vec<Vec<u8>>,
    outbox: Outbox,
}

impl Seat {
    fn new(arrival: Arrival) -> Self {
        let Arrival { grant, must_ask, outbox } = arrival;
        let (stage, wish, early) = (Stage::Connected, Wish::default(), Vec::new());
        Self { grant, must_ask, stage, wish, early, outbox }
    }

    /// Keeps a frame until the viewer is let in; false when there are too many.
    pub fn keep_early(&mut self, frame: &[u8]) -> bool {
        let has_room = self.early.len() < MOST_EARLY;
        if has_room {
            self.early.push(frame.to_vec());
        }
        has_room
    }

    /// Says something about the session to this viewer.
    pub fn say(&self, message: &Value) {
        let frame = Frame::Control(&message.to_string()).encode(SESSION);
        self.outbox.push(Parcel::Frame(frame));
    }

    /// Reports something to the relay, on this viewer's connection.
    pub fn report(&self, event: &Value) {
        self.outbox.push(Parcel::Event(event.to_string()));
    }
}

/// All viewers, in the order in which they came.
#[derive(Debug, Default)]
pub struct Audience {
    seats: Vec<Seat>,
    driver: Option<String>,
    /// None while the session is not recorded.
    pub recorder: Option<Recorder>,
}

impl Audience {
    /// Adds a viewer, which does not take part yet.
    pub fn add(&mut self, arrival: Arrival) {
        self.seats.push(Seat::new(arrival));
    }

    /// Takes a viewer away. Its connection ends when everything is sent.
    pub fn remove(&mut self, viewer: &str) -> Option<Seat> {
        self.driver = self.driver.take().filter(|driver| driver != viewer);
        let place = self.seats.iter().position(|seat| seat.grant.viewer == viewer)?;
        Some(self.seats.remove(place))
    }

    /// Takes all viewers away.
    pub fn clear(&mut self) {
        self.seats.clear();
    }

    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// A viewer.
    pub fn seat(&self, viewer: &str) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.grant.viewer == viewer)
    }

    /// A viewer, to change it.
    pub fn seat_mut(&mut self, viewer: &str) -> Option<&mut Seat> {
        self.seats.iter_mut().find(|seat| seat.grant.viewer == viewer)
    }

    /// Every viewer.
    pub fn seats(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter()
    }

    /// The ids of those who take part.
    pub fn started(&self) -> impl Iterator<Item = &str> {
        let seats = self.seats.iter().filter(|seat| seat.stage == Stage::Started);
        seats.map(|seat| seat.grant.viewer.as_str())
    }

    /// Who drives.
    pub fn driver(&self) -> Option<&str> {
        self.driver.as_deref()
    }

    /// Whether this viewer drives.
    pub fn is_driver(&self, viewer: &str) -> bool {
        self.driver() == Some(viewer)
    }

    /// Lets a viewer drive, and reports it to the relay. One who may only watch never does.
    pub fn set_driver(&mut self, viewer: &str) -> bool {
        let Some(seat) = self.seat(viewer).filter(|seat| !seat.grant.view_only) else {
            return false;
        };
        seat.report(&json!({ "type": "event", "event": "driver", "viewer": viewer }));
        self.driver = Some(viewer.to_owned());
        true
    }

    /// Records something, if the session is recorded; false when it had to be left out.
    pub fn record(&self, record_type: RecordType, payload: &[u8]) -> bool {
        self.recorder.as_ref().is_none_or(|recorder| recorder.record(record_type, payload))
    }

    /// Waits until the recording may hold the session up, or no longer.
    pub async fn recording_changed(&self) {
        match &self.recorder {
            Some(recorder) => recorder.changed().await,
            None => std::future::pending().await,
        }
    }

    /// Records something that happened to the session: see [`marker`].
    pub fn mark(&self, event: &str, about: Value) {
        if let Some(recorder) = &self.recorder {
            recorder.record(RecordType::Marker, &marker(event, about));
        }
    }

    /// Records that a viewer came, left, or drives.
    pub fn mark_viewer(&self, event: &str, seat: &Seat) {
        let Grant { viewer, user, user_name, view_only, .. } = &seat.grant;
        let about = json!({
            "viewer": viewer, "user": user, "name": user_name, "view_only": view_only,
        });
        self.mark(event, about);
    }

    /// Ends the recording with the session.
    pub async fn finish_recording(&mut self, end: &End) {
        self.mark("ended", json!({ "code": end.code, "reason": end.reason }));
        if let Some(recorder) = self.recorder.take() {
            recorder.finish().await;
        }
    }

    /// Sends a frame of a channel to a viewer.
    pub fn frame(&self, viewer: &str, channel: u16, frame: &Frame<'_>) {
        if let Some(seat) = self.seat(viewer) {
            seat.outbox.push(Parcel::Frame(frame.encode(channel)));
        }
    }

    /// Whether a viewer takes more of a stream now. When it does not, the work hears of it as
    /// soon as it does. One who has gone takes nothing.
    pub fn has_room(&self, viewer: &str) -> bool {
        self.seat(viewer).is_some_and(|seat| seat.outbox.has_room())
    }

    /// Sends a control text of a channel to a viewer.
    pub fn control(&self, viewer: &str, channel: u16, message: &Value) {
        self.frame(viewer, channel, &Frame::Control(&message.to_string()));
    }

    /// Sends a control text of a channel to everybody who takes part.
    pub fn control_all(&self, channel: u16, message: &Value) {
        for viewer in self.started() {
            self.control(viewer, channel, message);
        }
    }

    /// Lets a viewer know something that does not end its session.
    pub fn notice(&self, viewer: &str, code: &str, text: &str) {
        self.control(viewer, SESSION, &json!({ "type": "notice", "code": code, "text": text }));
    }

    /// Tells everybody who is there.
    pub fn announce(&self) {
        for you in self.started() {
            let line = |viewer: &str| {
                let name = self.seat(viewer).map_or("", |seat| seat.grant.user_name.as_str());
                json!({
                    "id": viewer, "name": name, "driver": self.is_driver(viewer),
                    "you": viewer == you,
                })
            };
            let viewers: Vec<Value> = self.started().map(line).collect();
            self.control(you, SESSION, &json!({ "type": "viewers", "viewers": viewers }));
        }
    }

    /// The last message to everybody, and the report to the relay.
    pub fn part(&mut self, end: &End) {
        for seat in &self.seats {
            seat.say(&end.message("ended"));
            seat.report(&end.event());
        }
        self.clear();
    }
}

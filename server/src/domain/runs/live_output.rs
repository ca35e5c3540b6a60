//! Output for watchers of a run: chunks merged into few frames, without gaps.
//!
//! Each stream of a run yields a frame every 100 ms at most, so a run yields at
//! most 20 per second. Only output too large for one message, or the last
//! output of a run, yields more.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use muster_protocol::Stream;

use super::store::{NewOutput, stream_name};
use crate::app::App;
use crate::domain::fleet::Location;
use crate::events::Event;
use crate::ids::RunKey;
use crate::text::whole_characters;

const PAUSE: Duration = Duration::from_millis(100);
/// Text that is all control characters grows sixfold in JSON and still fits
/// into one message of the bus.
const MAX_FRAME_BYTES: usize = 128 * 1024;
/// More than this does not wait: the memory of a connection stays bounded.
const MAX_PENDING: usize = 1024 * 1024;

/// Output received on one connection that was stored and not published yet.
#[derive(Default)]
pub struct LiveOutput {
    runs: BTreeMap<RunKey, PendingRun>,
}

struct PendingRun {
    /// Where its agent was when the last output was stored.
    location: Location,
    stdout: PendingStream,
    stderr: PendingStream,
    /// Not before this time.
    next: Instant,
}

#[derive(Default)]
struct PendingStream {
    offset: i64,
    data: Vec<u8>,
}

/// One event `run.output`.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    location: Location,
    id: RunKey,
    stream: Stream,
    offset: i64,
    text: String,
}

impl LiveOutput {
    /// Adds output that was stored, chunks of a stream in their order.
    pub fn add(&mut self, location: Location, output: NewOutput) {
        let NewOutput { run, stream, start: offset, data } = output;
        let pending = self.runs.entry(run).or_insert_with(|| PendingRun {
            location,
            stdout: PendingStream::default(),
            stderr: PendingStream::default(),
            next: Instant::now(),
        });
        pending.location = location;
        let chunk = match stream {
            Stream::Stdout => &mut pending.stdout,
            Stream::Stderr => &mut pending.stderr,
        };
        if chunk.data.is_empty() {
            *chunk = PendingStream { offset, data };
        } else {
            chunk.data.extend(data);
        }
    }

    /// When the next frame may go out, if one waits.
    pub fn due(&self) -> Option<Instant> {
        self.runs.values().filter_map(PendingRun::due).min()
    }

    /// The frames that may go out now.
    pub fn take_due(&mut self, now: Instant) -> Vec<Frame> {
        let mut frames = Vec::new();
        for (id, pending) in &mut self.runs {
            if pending.due().is_some_and(|due| due <= now) || pending.len() >= MAX_PENDING {
                pending.next = now + PAUSE;
                frames.extend(pending.take(*id, false));
            }
        }
        self.runs.retain(|_, pending| pending.len() > 0 || now < pending.next);
        frames
    }

    /// All remaining output of a run that has ended.
    pub fn take_run(&mut self, id: RunKey) -> Vec<Frame> {
        self.runs.remove(&id).map_or_else(Vec::new, |mut pending| pending.take(id, true))
    }
}

impl PendingRun {
    fn len(&self) -> usize {
        self.stdout.data.len() + self.stderr.data.len()
    }

    fn due(&self) -> Option<Instant> {
        // An incomplete character waits for its remaining bytes, not for the
        // clock.
        let has_text =
            [&self.stdout, &self.stderr].into_iter().any(|chunk| whole_characters(&chunk.data) > 0);
        has_text.then_some(self.next)
    }

    fn take(&mut self, id: RunKey, all: bool) -> Vec<Frame> {
        let (mut frames, location) = (Vec::new(), self.location);
        let chunks = [(Stream::Stdout, &mut self.stdout), (Stream::Stderr, &mut self.stderr)];
        for (stream, chunk) in chunks {
            let texts = chunk.take(all).into_iter();
            frames.extend(texts.map(|(offset, text)| Frame { location, id, stream, offset, text }));
        }
        frames
    }
}

impl PendingStream {
    /// All complete text, in frames: offset and text.
    fn take(&mut self, all: bool) -> Vec<(i64, String)> {
        let mut texts = Vec::new();
        let mut taken = 0;
        loop {
            let rest = &self.data[taken..];
            let most = rest.len().min(MAX_FRAME_BYTES);
            let whole = whole_characters(&rest[..most]);
            let length = if whole == 0 && all { most } else { whole };
            if length == 0 {
                break;
            }
            texts.push((self.offset, String::from_utf8_lossy(&rest[..length]).into_owned()));
            self.offset += i64::try_from(length).unwrap_or(0);
            taken += length;
        }
        self.data = self.data.split_off(taken);
        texts
    }
}

/// Publishes frames, each on the topic of its run.
pub async fn publish(app: &App, frames: Vec<Frame>) {
    app.events.publish_all(&events(frames)).await;
}

/// The events with these frames.
pub fn events(frames: Vec<Frame>) -> Vec<Event> {
    let one = |Frame { location, id, stream, offset, text }| {
        location.locate(Event::run_output(id, stream_name(stream), offset, text))
    };
    frames.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HERE: Location = Location { client_id: 1, site_id: 2 };

    fn frame(offset: i64, text: &str) -> Frame {
        let (id, stream, text) = (RunKey(1), Stream::Stdout, text.to_owned());
        Frame { location: HERE, id, stream, offset, text }
    }

    fn output(start: i64, data: &[u8]) -> NewOutput {
        NewOutput { run: RunKey(1), stream: Stream::Stdout, start, data: data.to_vec() }
    }

    #[test]
    fn chunks_that_come_quickly_are_merged_into_ten_frames_a_second() {
        let mut shown = LiveOutput::default();
        let start = Instant::now() + PAUSE;
        shown.add(HERE, output(0, b"a"));
        assert_eq!(shown.take_due(start), [frame(0, "a")]);

        shown.add(HERE, output(1, b"b"));
        shown.add(HERE, output(2, b"c"));
        assert_eq!(shown.take_due(start + PAUSE / 2), []);
        assert_eq!(shown.due(), Some(start + PAUSE));
        assert_eq!(shown.take_due(start + PAUSE), [frame(1, "bc")]);
        assert_eq!(shown.due(), None);
        shown.take_due(start + PAUSE * 2);
        assert!(shown.runs.is_empty(), "a quiet run costs nothing");
    }

    #[test]
    fn a_character_is_not_split_unless_the_run_has_ended() {
        let mut shown = LiveOutput::default();
        let now = Instant::now() + PAUSE;
        shown.add(HERE, output(0, &"é€".as_bytes()[..4]));
        assert_eq!(shown.take_due(now), [frame(0, "é")]);
        assert_eq!(shown.due(), None);
        assert_eq!(shown.take_run(RunKey(1)), [frame(2, "\u{fffd}")]);
    }

    #[test]
    fn output_that_waits_is_shown_where_its_agent_was_last() {
        let mut shown = LiveOutput::default();
        let there = Location { client_id: 3, site_id: 4 };
        let now = Instant::now() + PAUSE;
        shown.add(HERE, output(0, b"a"));
        shown.add(there, output(1, b"b"));
        assert_eq!(shown.take_due(now), [Frame { location: there, ..frame(0, "ab") }]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_no_character_is_split(
            text in "[a-zé€😀]{0,40}", cuts in prop::collection::vec(0usize..8, 0..40),
        ) {
            let (mut shown, mut frames) = (LiveOutput::default(), Vec::new());
            let (mut rest, mut offset) = (text.as_bytes(), 0);
            let mut now = Instant::now() + PAUSE;
            for cut in cuts {
                let (chunk, after) = rest.split_at(cut.min(rest.len()));
                shown.add(HERE, output(offset, chunk));
                offset += i64::try_from(chunk.len()).unwrap();
                rest = after;
                now += PAUSE / 2;
                frames.extend(shown.take_due(now));
            }
            shown.add(HERE, output(offset, rest));
            frames.extend(shown.take_run(RunKey(1)));
            let mut whole = String::new();
            for frame in frames {
                prop_assert_eq!(usize::try_from(frame.offset).unwrap(), whole.len());
                whole.push_str(&frame.text);
            }
            prop_assert_eq!(whole, text);
        }
    }
}

//! Output for watchers of a run: chunks merged into few frames, without gaps.
//!
//! Each stream of a run yields a frame every 100 ms at most, so a run yields at
//! most 20 per second. Only output too large for one message, or the last
//! output of a run, yields more. What may be the beginning of a secret waits until
//! it is known.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use muster_protocol::Stream;

use super::pending_stream::PendingStream;
use super::store::{NewOutput, stream_name};
use crate::app::App;
use crate::domain::fleet::Location;
use crate::domain::key_store::Masks;
use crate::events::Event;
use crate::ids::RunKey;

const PAUSE: Duration = Duration::from_millis(100);
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
    pub fn add(&mut self, location: Location, output: NewOutput, masks: &Masks) {
        let NewOutput { run, stream, start, data, covers, .. } = output;
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
        chunk.add(start, data, covers, masks);
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
        self.stdout.bytes() + self.stderr.bytes()
    }

    fn due(&self) -> Option<Instant> {
        let has_text = self.stdout.has_text() || self.stderr.has_text();
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
    use crate::auth::Secret;

    fn output_of(start: i64, data: &[u8], covers: usize) -> NewOutput {
        let (run, stream, data) = (RunKey(1), Stream::Stdout, data.to_vec());
        NewOutput { run, stream, start, data, is_for_server: false, covers }
    }

    /// Adds output in which no secret is looked for.
    fn add(output: &mut LiveOutput, start: i64, data: &[u8]) {
        output.add(HERE, output_of(start, data, 0), &Masks::default());
    }

    const HERE: Location = Location { client_id: 1, site_id: 2 };

    fn frame(offset: i64, text: &str) -> Frame {
        let (id, stream, text) = (RunKey(1), Stream::Stdout, text.to_owned());
        Frame { location: HERE, id, stream, offset, text }
    }

    #[test]
    fn chunks_that_come_quickly_are_merged_into_ten_frames_a_second() {
        let mut shown = LiveOutput::default();
        let start = Instant::now() + PAUSE;
        add(&mut shown, 0, b"a");
        assert_eq!(shown.take_due(start), [frame(0, "a")]);

        add(&mut shown, 1, b"b");
        add(&mut shown, 2, b"c");
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
        add(&mut shown, 0, &"é€".as_bytes()[..4]);
        assert_eq!(shown.take_due(now), [frame(0, "é")]);
        assert_eq!(shown.due(), None);
        assert_eq!(shown.take_run(RunKey(1)), [frame(2, "\u{fffd}")]);
    }

    #[test]
    fn output_that_waits_is_shown_where_its_agent_was_last() {
        let mut shown = LiveOutput::default();
        let there = Location { client_id: 3, site_id: 4 };
        let now = Instant::now() + PAUSE;
        add(&mut shown, 0, b"a");
        shown.add(there, output_of(1, b"b", 0), &Masks::default());
        assert_eq!(shown.take_due(now), [Frame { location: there, ..frame(0, "ab") }]);
    }

    #[test]
    fn the_beginning_of_a_secret_waits_until_it_is_known() {
        let masks = Masks::new([Secret::new("hunter2-hunter2")]);
        let mut output = LiveOutput::default();
        let mut now = Instant::now() + PAUSE;
        output.add(HERE, output_of(0, b"pw hunter2-", 0), &masks);
        assert_eq!(output.take_due(now), [frame(0, "pw ")]);
        assert_eq!(output.due(), None);
        // As it is stored: the rest of the secret is covered.
        output.add(HERE, output_of(11, b"******* hun", 8), &masks);
        now += PAUSE;
        assert_eq!(output.take_due(now), [frame(3, "*************** ")]);
        assert_eq!(output.take_run(RunKey(1)), [frame(19, "hun")]);
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
                add(&mut shown, offset, chunk);
                offset += i64::try_from(chunk.len()).unwrap();
                rest = after;
                now += PAUSE / 2;
                frames.extend(shown.take_due(now));
            }
            add(&mut shown, offset, rest);
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

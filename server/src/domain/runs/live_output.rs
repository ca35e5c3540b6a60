//! Output for watchers of a run: chunks merged into few frames, without gaps.
//!
//! Each stream of a run yields a frame every 100 ms at most, so a run yields at
//! most 20 per second. Only output too large for one message, or the last
//! output of a run, yields more.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use muster_protocol::Stream;

use super::store::stream_name;
use crate::app::App;
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
    id: RunKey,
    stream: Stream,
    offset: i64,
    text: String,
}

impl LiveOutput {
    /// Adds output that was stored, chunks of a stream in their order.
    pub fn add(&mut self, id: RunKey, stream: Stream, offset: i64, data: Vec<u8>) {
        let pending = self.runs.entry(id).or_insert_with(|| PendingRun {
            stdout: PendingStream::default(),
            stderr: PendingStream::default(),
            next: Instant::now(),
        });
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
        let mut frames = Vec::new();
        let chunks = [(Stream::Stdout, &mut self.stdout), (Stream::Stderr, &mut self.stderr)];
        for (stream, chunk) in chunks {
            let texts = chunk.take(all).into_iter();
            frames.extend(texts.map(|(offset, text)| Frame { id, stream, offset, text }));
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

/// Publishes frames of runs in a client's site, each on the topic of its run.
pub async fn publish(app: &App, location: (i64, i64), frames: Vec<Frame>) {
    app.events.publish_all(&events(location, frames)).await;
}

/// The events with frames of runs in a client's site.
pub fn events((client, site): (i64, i64), frames: Vec<Frame>) -> Vec<Event> {
    let one = |Frame { id, stream, offset, text }| {
        Event::run_output(id, stream_name(stream), offset, text).about(client, site)
    };
    frames.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frame(offset: i64, text: &str) -> Frame {
        Frame { id: RunKey(1), stream: Stream::Stdout, offset, text: text.to_owned() }
    }

    #[test]
    fn chunks_that_come_quickly_are_merged_into_ten_frames_a_second() {
        let mut output = LiveOutput::default();
        let start = Instant::now() + PAUSE;
        output.add(RunKey(1), Stream::Stdout, 0, b"a".to_vec());
        assert_eq!(output.take_due(start), [frame(0, "a")]);

        output.add(RunKey(1), Stream::Stdout, 1, b"b".to_vec());
        output.add(RunKey(1), Stream::Stdout, 2, b"c".to_vec());
        assert_eq!(output.take_due(start + PAUSE / 2), []);
        assert_eq!(output.due(), Some(start + PAUSE));
        assert_eq!(output.take_due(start + PAUSE), [frame(1, "bc")]);
        assert_eq!(output.due(), None);
        output.take_due(start + PAUSE * 2);
        assert!(output.runs.is_empty(), "a quiet run costs nothing");
    }

    #[test]
    fn a_character_is_not_split_unless_the_run_has_ended() {
        let mut output = LiveOutput::default();
        let now = Instant::now() + PAUSE;
        output.add(RunKey(1), Stream::Stdout, 0, "é€".as_bytes()[..4].to_vec());
        assert_eq!(output.take_due(now), [frame(0, "é")]);
        assert_eq!(output.due(), None);
        assert_eq!(output.take_run(RunKey(1)), [frame(2, "\u{fffd}")]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_no_character_is_split(
            text in "[a-zé€😀]{0,40}", cuts in prop::collection::vec(0usize..8, 0..40),
        ) {
            let (mut output, mut shown) = (LiveOutput::default(), Vec::new());
            let (mut rest, mut offset) = (text.as_bytes(), 0);
            let mut now = Instant::now() + PAUSE;
            for cut in cuts {
                let (chunk, after) = rest.split_at(cut.min(rest.len()));
                output.add(RunKey(1), Stream::Stdout, offset, chunk.to_vec());
                offset += i64::try_from(chunk.len()).unwrap();
                rest = after;
                now += PAUSE / 2;
                shown.extend(output.take_due(now));
            }
            output.add(RunKey(1), Stream::Stdout, offset, rest.to_vec());
            shown.extend(output.take_run(RunKey(1)));
            let mut whole = String::new();
            for frame in shown {
                prop_assert_eq!(usize::try_from(frame.offset).unwrap(), whole.len());
                whole.push_str(&frame.text);
            }
            prop_assert_eq!(whole, text);
        }
    }
}

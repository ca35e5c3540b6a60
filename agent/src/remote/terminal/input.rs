//! What viewers type, exactly once: a stream of bytes for each of them, which outlives its
//! connection.

use std::collections::{HashMap, HashSet, VecDeque};

use muster_remote::{Incoming, StreamError};

/// Bytes that a viewer may send before the shell has taken them.
const WINDOW: u64 = 64 * 1024;

/// The streams of all viewers, and what the shell has not taken yet.
#[derive(Debug, Default)]
pub struct Input {
    streams: HashMap<String, Incoming>,
    /// Who typed what, in the order in which it came.
    queue: VecDeque<(String, Vec<u8>)>,
    /// How much of the first part was taken.
    taken: usize,
    /// Viewers who got the notice that what they type does not count.
    refused: HashSet<String>,
}

impl Input {
    /// A viewer begins, or goes on as an earlier one. Returns the credit that says where
    /// its stream continues.
    pub fn enter(&mut self, viewer: &str, resumes: Option<&str>) -> (u64, u64) {
        let kept = resumes.and_then(|old| self.streams.remove(old));
        if let Some(old) = resumes {
            for (owner, _) in self.queue.iter_mut().filter(|(owner, _)| owner == old) {
                viewer.clone_into(owner);
            }
        }
        let mut stream = kept.unwrap_or_else(|| Incoming::new(0, WINDOW));
        let credit = stream.first_credit();
        self.streams.insert(viewer.to_owned(), stream);
        credit
    }

    /// Takes what a viewer sent; what does not count is thrown away. Returns a credit when
    /// there is one to send.
    pub fn take(
        &mut self,
        viewer: &str,
        offset: u64,
        bytes: &[u8],
        counts: bool,
    ) -> Result<Option<(u64, u64)>, StreamError> {
        let Some(stream) = self.streams.get_mut(viewer) else { return Ok(None) };
        let new = stream.take(offset, bytes)?;
        if !counts {
            stream.used(new.len());
            return Ok(stream.next_credit());
        }
        if !new.is_empty() {
            self.queue.push_back((viewer.to_owned(), new.to_vec()));
        }
        Ok(None)
    }

    /// What the shell takes next; empty when there is nothing.
    pub fn front(&self) -> &[u8] {
        self.queue.front().and_then(|(_, bytes)| bytes.get(self.taken..)).unwrap_or_default()
    }

    /// The shell took so many bytes. Returns whose they were and the credit that follows,
    /// when there is one to send.
    pub fn written(&mut self, count: usize) -> Option<(String, (u64, u64))> {
        let (viewer, bytes) = self.queue.front()?;
        let viewer = viewer.clone();
        self.taken += count;
        if self.taken >= bytes.len() {
            self.queue.pop_front();
            self.taken = 0;
        }
        let stream = self.streams.get_mut(&viewer)?;
        stream.used(count);
        stream.next_credit().map(|credit| (viewer, credit))
    }

    /// Nobody takes it any more.
    pub fn discard(&mut self) {
        let taken = std::mem::take(&mut self.taken);
        for (place, (viewer, bytes)) in self.queue.drain(..).enumerate() {
            let done = if place == 0 { taken } else { 0 };
            if let Some(stream) = self.streams.get_mut(&viewer) {
                stream.used(bytes.len().saturating_sub(done));
            }
        }
    }

    /// A viewer does not come back.
    pub fn forget(&mut self, viewer: &str) {
        self.streams.remove(viewer);
        self.refused.remove(viewer);
    }

    /// Whether this viewer has not got the notice yet that what it types does not count.
    pub fn is_first_refusal(&mut self, viewer: &str) -> bool {
        self.refused.insert(viewer.to_owned())
    }

    /// The driver has changed: everybody may get the notice again.
    pub fn allow_refusals(&mut self) {
        self.refused.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Takes everything that waits, a few bytes at a time.
    fn drain(input: &mut Input, most: usize) -> Vec<u8> {
        let mut all = Vec::new();
        while !input.front().is_empty() {
            let part = input.front()[..most.min(input.front().len())].to_vec();
            input.written(part.len());
            all.extend(part);
        }
        all
    }

    #[test]
    fn more_is_allowed_once_half_of_the_window_is_taken() {
        let mut input = Input::default();
        assert_eq!(input.enter("v", None), (0, WINDOW));
        let half = vec![1; 32 * 1024];
        assert_eq!(input.take("v", 0, &half, true), Ok(None));
        assert_eq!(input.written(32 * 1024 - 1), None);
        let credit = (32 * 1024, WINDOW + 32 * 1024);
        assert_eq!(input.written(1), Some(("v".to_owned(), credit)));
        let too_much = vec![1; 64 * 1024 + 1];
        assert_eq!(input.take("v", 32 * 1024, &too_much, true), Err(StreamError::BeyondLimit));
    }

    #[test]
    fn what_does_not_count_is_thrown_away_and_does_not_stop_the_stream() {
        let mut input = Input::default();
        input.enter("v", None);
        for offset in [0, 32 * 1024] {
            let credit = input.take("v", offset, &vec![1; 32 * 1024], false).unwrap();
            assert_eq!(credit.map(|(received, _)| received), Some(offset + 32 * 1024));
        }
        assert_eq!(input.front(), b"");
        assert!(input.is_first_refusal("v") && !input.is_first_refusal("v"));
        input.allow_refusals();
        assert!(input.is_first_refusal("v"));
    }

    #[test]
    fn what_nobody_takes_any_more_is_used() {
        let mut input = Input::default();
        input.enter("v", None);
        input.take("v", 0, &vec![1; 40 * 1024], true).unwrap();
        input.take("v", 40 * 1024, &vec![1; 8 * 1024], true).unwrap();
        input.written(100);
        input.discard();
        assert_eq!(input.front(), b"");
        let after_break = input.enter("w", Some("v"));
        assert_eq!(after_break, (48 * 1024, 48 * 1024 + WINDOW));
    }

    proptest! {
        #[test]
        fn everything_arrives_once_and_in_order_over_any_breaks(
            text in prop::collection::vec(any::<u8>(), 1..4000),
            steps in prop::collection::vec((1usize..300, any::<bool>(), 0usize..300), 1..200),
        ) {
            let (mut input, mut received, mut viewer) = (Input::default(), Vec::new(), 0);
            let (mut sent, _) = input.enter("0", None);
            for (length, breaks, most) in steps {
                let at = usize::try_from(sent).unwrap();
                let part = &text[at..text.len().min(at + length)];
                input.take(&viewer.to_string(), sent, part, true).unwrap();
                sent += part.len() as u64;
                if most > 0 {
                    received.extend(drain(&mut input, most));
                }
                if breaks {
                    viewer += 1;
                    let old = (viewer - 1).to_string();
                    (sent, _) = input.enter(&viewer.to_string(), Some(&old));
                    // What was under way is sent again, from wherever the viewer likes.
                    sent = sent.saturating_sub(most as u64);
                }
            }
            received.extend(drain(&mut input, 1000));
            prop_assert_eq!(&received[..], &text[..received.len()]);
        }
    }
}

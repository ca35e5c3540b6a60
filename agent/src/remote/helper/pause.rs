//! What viewers send while the session pauses: it waits with them.

use std::collections::VecDeque;

/// Bytes that wait. The credit of streams is less, for all but very many of them.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// What a frame takes beside its bytes.
const OVERHEAD: usize = 64;

/// Whether the session pauses, and what waits for its end.
#[derive(Debug, Default)]
pub struct Pause {
    /// Whether the work waits.
    pub is_held: bool,
    /// Why it is for longer than a moment; none when it is not.
    pub reason: Option<String>,
    frames: VecDeque<(String, Vec<u8>)>,
    bytes: usize,
}

impl Pause {
    /// Keeps a frame of a viewer; false when there are too many.
    pub fn keep(&mut self, viewer: &str, frame: &[u8]) -> bool {
        let weight = frame.len() + OVERHEAD;
        if self.bytes + weight > MOST_BYTES {
            return false;
        }
        self.bytes += weight;
        self.frames.push_back((viewer.to_owned(), frame.to_vec()));
        true
    }

    /// Everything that waited, in the order in which it came.
    pub fn take_frames(&mut self) -> VecDeque<(String, Vec<u8>)> {
        self.bytes = 0;
        std::mem::take(&mut self.frames)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_wait_in_their_order_and_not_without_end() {
        let mut pause = Pause::default();
        assert!(pause.keep("v", b"one") && pause.keep("w", b"two"));
        let expected = [("v".to_owned(), b"one".to_vec()), ("w".to_owned(), b"two".to_vec())];
        assert_eq!(pause.take_frames(), expected);
        assert!(pause.take_frames().is_empty());
        let frame = vec![0; 100_000];
        let kept = (0..100).filter(|_| pause.keep("v", &frame)).count();
        assert_eq!(kept, MOST_BYTES / (frame.len() + OVERHEAD));
        pause.take_frames();
        assert!(pause.keep("v", &frame));
    }
}

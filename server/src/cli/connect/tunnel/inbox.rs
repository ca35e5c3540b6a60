//! What waits for one connection. The pipe is read on, whatever a connection does: other
//! connections must not wait for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc;

/// Credit keeps what honest agents send far below.
const MOST_WAITING: usize = 4 * 1024 * 1024;

/// What a frame takes beside its bytes.
const OVERHEAD: usize = 64;

/// The end that frames are put into.
pub struct Slot {
    sender: mpsc::UnboundedSender<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
}

/// The end of the connection.
pub struct Inbox {
    receiver: mpsc::UnboundedReceiver<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
}

/// Both ends.
pub fn create() -> (Slot, Inbox) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let waiting = Arc::<AtomicUsize>::default();
    (Slot { sender, waiting: Arc::clone(&waiting) }, Inbox { receiver, waiting })
}

impl Slot {
    /// Adds a frame; false when too much waits already.
    pub fn push(&self, frame: Vec<u8>) -> bool {
        let weight = frame.len() + OVERHEAD;
        if self.waiting.fetch_add(weight, Ordering::Relaxed) + weight > MOST_WAITING {
            return false;
        }
        // A connection that has ended reads nothing.
        let _ = self.sender.send(frame);
        true
    }
}

impl Inbox {
    /// The next frame; none when the pipe is gone, or when too much waited.
    pub async fn next(&mut self) -> Option<Vec<u8>> {
        let frame = self.receiver.recv().await?;
        self.waiting.fetch_sub(frame.len() + OVERHEAD, Ordering::Relaxed);
        Some(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn frames_come_in_order_and_too_many_are_refused() {
        let (slot, mut inbox) = create();
        assert!(slot.push(vec![1]) && slot.push(vec![2]));
        assert_eq!([inbox.next().await, inbox.next().await], [Some(vec![1]), Some(vec![2])]);
        let half = vec![0; MOST_WAITING / 2];
        assert!(slot.push(half.clone()), "what was read counts no more");
        assert!(!slot.push(half));
        drop(slot);
        assert_eq!(inbox.next().await.map(|frame| frame.len()), Some(MOST_WAITING / 2));
        assert_eq!(inbox.next().await, None);
    }
}

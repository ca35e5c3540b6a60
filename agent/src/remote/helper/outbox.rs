//! What waits to be sent to a viewer, and what happens to one who does not read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Streams stay far below by their credit. Who lets so much wait does not read.
const MOST_WAITING: usize = 4 * 1024 * 1024;

/// While more waits, whoever has much to send sends nothing more.
const ENOUGH_WAITING: usize = 1024 * 1024;

/// What a message takes beside its bytes.
const OVERHEAD: usize = 64;

/// Something to send.
#[derive(Debug, PartialEq, Eq)]
pub enum Parcel {
    /// A frame for the viewer, not sealed yet.
    Frame(Vec<u8>),
    /// A text for the relay.
    Event(String),
}

impl Parcel {
    fn weight(&self) -> usize {
        let bytes = match self {
            Self::Frame(frame) => frame.len(),
            Self::Event(text) => text.len(),
        };
        bytes + OVERHEAD
    }
}

/// Where everybody who has something for a viewer puts it. When all of them are gone, the
/// viewer's connection ends as soon as everything is sent.
#[derive(Clone, Debug)]
pub struct Outbox {
    sender: mpsc::UnboundedSender<Parcel>,
    waiting: Arc<AtomicUsize>,
    cut: CancellationToken,
}

/// The other end: what the viewer's connection sends.
#[derive(Debug)]
pub struct Parcels {
    receiver: mpsc::UnboundedReceiver<Parcel>,
    waiting: Arc<AtomicUsize>,
    /// Cancelled when too much waits.
    pub cut: CancellationToken,
    /// Whether there is room again since somebody asked.
    has_new_room: bool,
}

/// An outbox for one viewer.
pub fn create() -> (Outbox, Parcels) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let (waiting, cut) = (Arc::<AtomicUsize>::default(), CancellationToken::new());
    let parcels =
        Parcels { receiver, waiting: Arc::clone(&waiting), cut: cut.clone(), has_new_room: false };
    (Outbox { sender, waiting, cut }, parcels)
}

impl Outbox {
    /// Adds something, and never waits. With too much in it the viewer is cut off.
    pub fn push(&self, parcel: Parcel) {
        let weight = parcel.weight();
        if self.waiting.fetch_add(weight, Ordering::Relaxed) + weight > MOST_WAITING {
            self.cut.cancel();
            return;
        }
        // One who has left gets nothing.
        let _ = self.sender.send(parcel);
    }

    /// Whether there is room for more of a stream.
    pub fn has_room(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) <= ENOUGH_WAITING
    }
}

impl Parcels {
    /// What comes next; none when everything is sent and nothing more can come.
    pub async fn next(&mut self) -> Option<Parcel> {
        let parcel = self.receiver.recv().await?;
        let weight = parcel.weight();
        let before = self.waiting.fetch_sub(weight, Ordering::Relaxed);
        self.has_new_room |= before > ENOUGH_WAITING && before - weight <= ENOUGH_WAITING;
        Some(parcel)
    }

    /// Whether there is room again; says so once.
    pub fn take_new_room(&mut self) -> bool {
        std::mem::take(&mut self.has_new_room)
    }

    /// What is there now.
    #[cfg(test)]
    pub fn try_next(&mut self) -> Option<Parcel> {
        self.receiver.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn parcels_come_in_order_and_end_with_their_senders() {
        let (outbox, mut parcels) = create();
        outbox.push(Parcel::Frame(vec![1]));
        outbox.clone().push(Parcel::Event("{}".to_owned()));
        drop(outbox);
        assert_eq!(parcels.next().await, Some(Parcel::Frame(vec![1])));
        assert_eq!(parcels.next().await, Some(Parcel::Event("{}".to_owned())));
        assert_eq!(parcels.next().await, None);
        assert!(!parcels.cut.is_cancelled());
    }

    #[tokio::test]
    async fn whoever_waits_for_room_hears_of_it_once() {
        let (outbox, mut parcels) = create();
        outbox.push(Parcel::Frame(vec![0; ENOUGH_WAITING]));
        assert!(!outbox.has_room());
        outbox.push(Parcel::Frame(vec![0; 10]));
        parcels.next().await.unwrap();
        assert!(outbox.has_room() && parcels.take_new_room());
        parcels.next().await.unwrap();
        assert!(!parcels.take_new_room());
    }

    #[tokio::test]
    async fn who_does_not_read_is_cut_off_and_costs_no_more() {
        let (outbox, mut parcels) = create();
        for _ in 0..100 {
            outbox.push(Parcel::Frame(vec![0; 100 * 1024]));
        }
        assert!(parcels.cut.is_cancelled());
        drop(outbox);
        let mut count = 0;
        while parcels.next().await.is_some() {
            count += 1;
        }
        assert_eq!(count, MOST_WAITING / (100 * 1024 + OVERHEAD));
    }
}

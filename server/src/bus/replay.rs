//! Lets each sealed message through once, and only while it is new.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use super::seal::{Opened, Refusal, Sender};
use crate::time::Timestamp;

/// How old a message on its way may be, and how far the clocks of two servers
/// may differ.
pub(crate) const WINDOW: Duration = Duration::from_secs(60);

/// Numbers that are remembered of a sender. Its threads overtake each other, so
/// its numbers do not arrive in order; but none is overtaken by this many.
const REMEMBERED: usize = 16 * 1024;

/// What one subscriber has received.
pub(crate) struct ReplayGuard {
    window: Duration,
    senders: HashMap<Sender, Received>,
}

#[derive(Default)]
struct Received {
    /// Numbers up to this one have come, or are too late.
    floor: u64,
    numbers: BTreeSet<u64>,
    /// The time of the newest message, in microseconds since 1970.
    newest: i64,
}

impl ReplayGuard {
    /// For messages that may be this old.
    pub(crate) fn new(window: Duration) -> Self {
        Self { window, senders: HashMap::new() }
    }

    /// Refuses a message that is too old, or that came before.
    pub(crate) fn check(&mut self, message: &Opened) -> Result<(), Refusal> {
        let now = Timestamp::now();
        if now.since(message.sent) > self.window || message.sent.since(now) > WINDOW {
            let micros = now.micros().saturating_sub(message.sent.micros());
            return Err(Refusal::NotNow { seconds: micros / 1_000_000 });
        }
        if !self.senders.contains_key(&message.sender) {
            self.forget_silent_senders(now);
        }
        let received = self.senders.entry(message.sender).or_default();
        if !received.take(message.number) {
            return Err(Refusal::Repeated);
        }
        received.newest = received.newest.max(message.sent.micros());
        Ok(())
    }

    /// A server that starts again is a new sender. What the former one sent is
    /// refused by its age when the entry is gone.
    fn forget_silent_senders(&mut self, now: Timestamp) {
        let window = self.window;
        self.senders
            .retain(|_, received| now.since(Timestamp::from_micros(received.newest)) <= window);
    }
}

impl Received {
    /// Whether a number comes for the first time.
    fn take(&mut self, number: u64) -> bool {
        if number <= self.floor || !self.numbers.insert(number) {
            return false;
        }
        if self.numbers.len() > REMEMBERED {
            self.floor = self.numbers.pop_first().unwrap_or(self.floor);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    fn message(sender: u8, number: u64) -> Opened {
        let content = bytes::Bytes::new();
        Opened { sender: [sender; 16], sent: Timestamp::now(), number, content }
    }

    #[test]
    fn each_number_of_a_sender_counts_once_in_any_order() {
        let mut guard = ReplayGuard::new(WINDOW);
        for (sender, number) in [(1, 5), (1, 3), (1, 4), (2, 5), (2, 3)] {
            assert_eq!(guard.check(&message(sender, number)), Ok(()));
            assert_eq!(guard.check(&message(sender, number)), Err(Refusal::Repeated));
        }
    }

    #[test]
    fn numbers_that_are_far_behind_count_as_repeated() {
        let mut guard = ReplayGuard::new(WINDOW);
        let newest = 2 * REMEMBERED as u64;
        for number in 2..=newest {
            assert_eq!(guard.check(&message(1, number)), Ok(()));
        }
        for number in [1, 2, newest / 2, newest] {
            assert_eq!(guard.check(&message(1, number)), Err(Refusal::Repeated));
        }
        assert_eq!(guard.senders[&[1_u8; 16]].numbers.len(), REMEMBERED);
    }

    #[tokio::test]
    async fn a_message_is_refused_outside_its_window_and_silent_senders_are_forgotten() {
        clock::stop();
        let mut guard = ReplayGuard::new(WINDOW);
        let (first, second) = (message(1, 1), message(1, 2));
        let ahead = Opened { sent: first.sent.plus(WINDOW * 2), ..message(3, 1) };
        assert_eq!(guard.check(&first), Ok(()));
        assert_eq!(guard.check(&ahead), Err(Refusal::NotNow { seconds: -120 }));

        clock::advance(WINDOW);
        assert_eq!(guard.check(&second), Ok(()));
        clock::advance(Duration::from_secs(1));
        for old in [&first, &second] {
            assert_eq!(guard.check(old), Err(Refusal::NotNow { seconds: 61 }));
        }
        assert_eq!(guard.check(&message(2, 1)), Ok(()));
        assert_eq!(guard.senders.len(), 1);
    }
}

//! What an agent has to say and the network has not delivered yet.

use std::collections::VecDeque;

use muster_protocol::{FromAgent, encode};
use rand::rngs::SmallRng;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use crate::faults::Faults;

/// Messages with the time at which the network lets them through, in order.
#[derive(Default)]
pub struct Outgoing {
    waiting: VecDeque<(Instant, Message)>,
}

impl Outgoing {
    /// Says something, as soon as the network allows. TCP keeps the order: what
    /// is late holds up what comes after it.
    pub fn say(&mut self, word: &FromAgent, faults: &Faults, chance: &mut SmallRng, now: Instant) {
        self.push(Message::binary(encode(word)), faults, chance, now);
    }

    /// The same for a frame of the WebSocket itself.
    pub fn push(&mut self, message: Message, faults: &Faults, chance: &mut SmallRng, now: Instant) {
        let due = now + faults.delay(chance);
        let due = self.waiting.back().map_or(due, |(before, _)| due.max(*before));
        self.waiting.push_back((due, message));
    }

    /// When the next message is through.
    pub fn next_due(&self) -> Option<Instant> {
        self.waiting.front().map(|(due, _)| *due)
    }

    /// The next message that is through by now.
    pub fn next(&mut self, now: Instant) -> Option<Message> {
        let is_due = self.waiting.front().is_some_and(|(due, _)| *due <= now);
        if is_due { self.waiting.pop_front().map(|(_, message)| message) } else { None }
    }

    /// The line is gone, and with it what was on the way.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::identity::chance;

    #[tokio::test]
    async fn late_messages_stay_in_order() {
        let (mut outgoing, mut chance) = (Outgoing::default(), chance(3, 1, "test"));
        let faults = Faults { jitter: Duration::from_secs(1), ..Faults::default() };
        let now = Instant::now();
        for number in 0..20_u8 {
            outgoing.push(Message::binary(vec![number]), &faults, &mut chance, now);
        }
        assert!(outgoing.next(now).is_none(), "nothing is through at once");
        let late = now + Duration::from_secs(2);
        let heard: Vec<u8> =
            std::iter::from_fn(|| outgoing.next(late)).map(|word| word.into_data()[0]).collect();
        assert_eq!(heard, (0..20).collect::<Vec<u8>>());
    }
}

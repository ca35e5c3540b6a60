//! Questions on one line that wait for the agent's answer.

use std::collections::BTreeMap;
use std::time::Instant;

use bytes::Bytes;
use muster_protocol::{Answer, MAX_ANSWER_BYTES};

use crate::bus::Message;

/// Questions that may wait on one line.
const MOST_WAITING: usize = 128;
/// Characters of a sentence that an agent refuses with.
const LONGEST_SENTENCE: usize = 2000;

/// Who waits for which answer. Nothing runs for a question that waits: a late
/// one is forgotten when its place is needed.
#[derive(Default)]
pub struct Questions {
    last_id: u64,
    waiting: BTreeMap<u64, Waiting>,
}

struct Waiting {
    request: Message,
    deadline: Instant,
}

impl Questions {
    /// Gives a question its id; none when too many wait already.
    pub fn remember(&mut self, request: &Message, deadline: Instant) -> Option<u64> {
        if self.waiting.len() >= MOST_WAITING {
            let now = Instant::now();
            self.waiting.retain(|_, waiting| waiting.deadline > now);
        }
        if self.waiting.len() >= MOST_WAITING {
            return None;
        }
        self.last_id += 1;
        // The way back is all that is needed; the question itself may be large.
        let request = Message { payload: Bytes::new(), ..request.clone() };
        self.waiting.insert(self.last_id, Waiting { request, deadline });
        Some(self.last_id)
    }

    /// Who asked this, if they still wait.
    pub fn take(&mut self, id: u64) -> Option<Message> {
        let waiting = self.waiting.remove(&id)?;
        (waiting.deadline > Instant::now()).then_some(waiting.request)
    }

    /// Everybody who waits: the line ends.
    pub fn take_all(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.waiting).into_values().map(|waiting| waiting.request).collect()
    }
}

/// An answer that fits into a message of the bus.
pub fn bounded(answer: Answer) -> Answer {
    let cut = |text: String| text.chars().take(LONGEST_SENTENCE).collect();
    match answer {
        Answer::Data(data) if data.len() > MAX_ANSWER_BYTES => {
            Answer::Failed("the agent's answer is too large".to_owned())
        }
        Answer::Failed(text) => Answer::Failed(cut(text)),
        Answer::UnsupportedPlatform(text) => Answer::UnsupportedPlatform(cut(text)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn request(number: usize) -> Message {
        Message {
            subject: "agent.x".to_owned(),
            payload: Bytes::from_static(b"large"),
            reply: Some(format!("inbox.{number}")),
        }
    }

    #[test]
    fn a_crowd_is_refused_until_the_late_ones_are_forgotten() {
        let mut questions = Questions::default();
        let later = Instant::now() + Duration::from_secs(60);
        let late = Instant::now();
        for number in 0..MOST_WAITING {
            let deadline = if number == 0 { late } else { later };
            assert_eq!(questions.remember(&request(number), deadline), Some(number as u64 + 1));
        }

        assert_eq!(questions.remember(&request(900), later), Some(MOST_WAITING as u64 + 1));
        assert_eq!(questions.remember(&request(901), later), None);

        assert_eq!(questions.take(1), None);
        let second = questions.take(2).unwrap();
        assert_eq!((second.reply.as_deref(), second.payload.len()), (Some("inbox.1"), 0));
        assert_eq!(questions.take(2), None);
        assert_eq!(questions.take_all().len(), MOST_WAITING - 1);
    }

    #[test]
    fn an_answer_too_large_for_the_bus_becomes_a_refusal() {
        let sentence = Answer::Failed("the agent's answer is too large".to_owned());
        assert_eq!(bounded(Answer::Data(vec![0; MAX_ANSWER_BYTES + 1])), sentence);
        let largest = Answer::Data(vec![0; MAX_ANSWER_BYTES]);
        assert_eq!(bounded(largest.clone()), largest);
        assert_eq!(bounded(Answer::Failed("x".repeat(9999))), Answer::Failed("x".repeat(2000)));
    }
}

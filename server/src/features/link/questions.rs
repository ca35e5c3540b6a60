//! Questions on one connection that wait for the agent's answer.

use std::collections::BTreeMap;
use std::time::Instant;

use muster_protocol::{Answer, MAX_ANSWER_BYTES};

use crate::agent_link::ReplySender;

/// Questions that may wait on one connection.
const MAX_PENDING: usize = 128;
/// Characters of a reason that an agent gives for a failure.
const LONGEST_SENTENCE: usize = 2000;

/// The questions that wait for an answer. They cost no task: a late one is
/// removed when its slot is needed.
#[derive(Default)]
pub struct Questions {
    last_id: u64,
    pending: BTreeMap<u64, PendingQuestion>,
}

struct PendingQuestion {
    reply_to: ReplySender,
    deadline: Instant,
}

impl Questions {
    /// Assigns a question its id; returns the sender when too many questions
    /// wait already.
    pub fn remember(
        &mut self,
        reply_to: ReplySender,
        deadline: Instant,
    ) -> Result<u64, ReplySender> {
        if self.pending.len() >= MAX_PENDING {
            let now = Instant::now();
            self.pending.retain(|_, pending| pending.deadline > now);
        }
        if self.pending.len() >= MAX_PENDING {
            return Err(reply_to);
        }
        self.last_id += 1;
        self.pending.insert(self.last_id, PendingQuestion { reply_to, deadline });
        Ok(self.last_id)
    }

    /// The sender for this question's reply, if its caller still waits.
    pub fn take(&mut self, id: u64) -> Option<ReplySender> {
        let pending = self.pending.remove(&id)?;
        (pending.deadline > Instant::now()).then_some(pending.reply_to)
    }

    /// The connection ends, and all waiting callers learn it.
    pub fn forget_all(&mut self) {
        self.pending.clear();
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
    use crate::agent_link::LinkReply;

    #[test]
    fn questions_beyond_the_limit_are_refused_until_late_ones_are_removed() {
        let mut questions = Questions::default();
        let later = Instant::now() + Duration::from_secs(60);
        let late = Instant::now();
        let mut replies = Vec::new();
        let mut remember = |questions: &mut Questions, deadline| {
            let (reply_to, reply) = ReplySender::new();
            replies.push(reply);
            questions.remember(reply_to, deadline).ok()
        };
        for number in 0..MAX_PENDING {
            let deadline = if number == 0 { late } else { later };
            assert_eq!(remember(&mut questions, deadline), Some(number as u64 + 1));
        }

        assert_eq!(remember(&mut questions, later), Some(MAX_PENDING as u64 + 1));
        assert_eq!(remember(&mut questions, later), None);

        assert!(questions.take(1).is_none());
        questions.take(2).unwrap().reply(LinkReply::Done);
        assert_eq!(replies[1].try_recv(), Ok(Ok(LinkReply::Done)));
        assert!(questions.take(2).is_none());
        questions.forget_all();
        assert!(replies.iter_mut().all(|reply| reply.try_recv().is_err()));
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

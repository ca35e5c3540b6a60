//! Keeps the questions of a server from taking over the machine.

use tokio::sync::Semaphore;

/// How many questions are worked on at once.
const AT_ONCE: usize = 8;

/// How many more may wait; further ones are refused.
const WAITING: usize = 120;

/// Where questions wait for their turn.
#[derive(Debug)]
pub struct QuestionQueue {
    /// One permit for each question that waits or is worked on.
    pub room: Semaphore,
    /// One permit for each question that is worked on.
    pub workers: Semaphore,
}

impl Default for QuestionQueue {
    fn default() -> Self {
        Self { room: Semaphore::new(AT_ONCE + WAITING), workers: Semaphore::new(AT_ONCE) }
    }
}

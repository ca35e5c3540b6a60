//! How many bytes of each agent were stored today: an agent that somebody has
//! taken over must not fill the disk.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::ids::AgentKey;
use crate::time::Timestamp;

const DAY_MICROS: i64 = 24 * 3600 * 1_000_000;

/// The bytes of one kind that this server has stored today. They are counted in
/// memory: several servers, and one that was restarted, store more.
#[derive(Default)]
pub struct DailyBytes(Mutex<Day>);

#[derive(Default)]
struct Day {
    number: i64,
    stored: HashMap<AgentKey, u64>,
}

impl DailyBytes {
    /// The bytes of an agent today.
    pub fn of(&self, agent: AgentKey, now: Timestamp) -> u64 {
        self.add(agent, 0, now)
    }

    /// Counts bytes of an agent; returns how many it had today before them.
    pub fn add(&self, agent: AgentKey, bytes: u64, now: Timestamp) -> u64 {
        let mut day = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = now.micros().div_euclid(DAY_MICROS);
        if day.number != number {
            *day = Day { number, stored: HashMap::new() };
        }
        let stored = day.stored.entry(agent).or_default();
        let before = *stored;
        *stored = before.saturating_add(bytes);
        before
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn bytes_are_counted_for_each_agent_and_forgotten_the_next_day() {
        let (daily, now) = (DailyBytes::default(), Timestamp::from_micros(5 * DAY_MICROS));
        let later = now.plus(Duration::from_secs(24 * 3600 - 1));
        assert_eq!(daily.add(AgentKey(1), 10, now), 0);
        assert_eq!(daily.add(AgentKey(1), 7, later), 10);
        assert_eq!((daily.of(AgentKey(1), later), daily.of(AgentKey(2), later)), (17, 0));

        let tomorrow = later.plus(Duration::from_secs(1));
        assert_eq!(daily.of(AgentKey(1), tomorrow), 0);
    }
}

//! How many entries of a minute are stored: about each agent, about the server
//! itself, and in all.

use std::collections::{BTreeMap, HashMap};

use crate::ids::AgentKey;

/// About one agent.
pub(super) const PER_AGENT: u32 = 10;
/// About the server itself: a part of it that fails again and again leaves room
/// for what agents report.
pub(super) const PER_SERVER: u32 = 60;
/// About anything.
pub(super) const IN_ALL: u32 = 300;

/// What was recorded within a minute; no agent is the server itself.
#[derive(Default)]
pub(super) struct Minute {
    stored: u32,
    stored_about: HashMap<Option<AgentKey>, u32>,
    dropped_about: BTreeMap<Option<AgentKey>, u64>,
}

impl Minute {
    /// Whether there is room for one more entry. Otherwise it is counted.
    pub(super) fn admit(&mut self, agent: Option<AgentKey>) -> bool {
        let limit = if agent.is_some() { PER_AGENT } else { PER_SERVER };
        let stored = self.stored_about.get(&agent).copied().unwrap_or(0);
        if stored >= limit {
            *self.dropped_about.entry(agent).or_default() += 1;
            return false;
        }
        if self.stored >= IN_ALL {
            // Not by agent: there may be any number of them.
            self.drop_one();
            return false;
        }
        self.stored += 1;
        self.stored_about.insert(agent, stored + 1);
        true
    }

    /// Counts an entry that is not stored, whichever agent it is about.
    pub(super) fn drop_one(&mut self) {
        *self.dropped_about.entry(None).or_default() += 1;
    }

    pub(super) fn has_dropped(&self) -> bool {
        !self.dropped_about.is_empty()
    }

    /// How many entries were not stored, by what they are about.
    pub(super) fn into_dropped(self) -> BTreeMap<Option<AgentKey>, u64> {
        self.dropped_about
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_entry_is_stored_or_counted_and_rows_are_bounded(
            agents in prop::collection::vec(prop::option::of(0..60_i64), 0..1500),
        ) {
            let mut minute = Minute::default();
            let mut stored: HashMap<Option<AgentKey>, u32> = HashMap::new();
            for agent in &agents {
                let agent = agent.map(AgentKey);
                if minute.admit(agent) {
                    *stored.entry(agent).or_default() += 1;
                }
            }
            let dropped = minute.into_dropped();

            let rows = stored.values().sum::<u32>();
            prop_assert_eq!(u64::from(rows) + dropped.values().sum::<u64>(), agents.len() as u64);
            prop_assert!(rows <= IN_ALL);
            for (agent, count) in &stored {
                let limit = if agent.is_some() { PER_AGENT } else { PER_SERVER };
                prop_assert!(*count <= limit);
            }
            // One row for each agent that has used up its own limit, and one for all.
            for agent in dropped.keys().flatten() {
                prop_assert_eq!(stored[&Some(*agent)], PER_AGENT);
            }
            prop_assert!(dropped.len() <= 1 + (IN_ALL / PER_AGENT) as usize);
        }
    }

    #[test]
    fn an_agent_that_is_too_loud_costs_the_others_nothing() {
        let (loud, quiet) = (Some(AgentKey(1)), Some(AgentKey(2)));
        let mut minute = Minute::default();
        for number in 0..1000 {
            assert_eq!(minute.admit(loud), number < PER_AGENT);
        }
        assert!(minute.admit(quiet) && minute.admit(None));
        assert_eq!(minute.into_dropped(), BTreeMap::from([(loud, 990)]));
    }
}

//! Agents of one site that go away together are one alert.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

/// Up to so many agents of a site that leave within [`WINDOW`] alert one by one.
const MOST_ALONE: usize = 5;

/// How close together departures are to be one alert. A departure waits so long for
/// others before it is announced: nothing sent can be taken back.
const WINDOW: TimeDelta = TimeDelta::minutes(1);

/// The departures of one site, as the server stores them between events: those that
/// wait, and those of its open alert.
///
/// It is for agents whose departure would be announced: not for those in maintenance,
/// behind a parent that is away, or with rules under which nothing applies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Departures {
    /// Agents that became overdue within the last minute, the first to leave first.
    pub waiting: Vec<(DateTime<Utc>, i64)>,
    /// All agents that the open alert of the site lists; empty while there is none.
    pub listed: BTreeSet<i64>,
    /// Those of them that are still away.
    pub away: BTreeSet<i64>,
}

/// What the server has to do after a departure, a return or the timer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteDecision {
    /// Nothing.
    Nothing,
    /// Call [`Departures::due`] at that time: others may follow.
    Wait {
        /// When the wait of the oldest ends.
        until: DateTime<Utc>,
    },
    /// These agents get alerts of their own.
    Alone {
        /// Their keys, in the order in which they left.
        agents: Vec<i64>,
        /// When to call [`Departures::due`] for those that still wait.
        again: Option<DateTime<Utc>>,
    },
    /// Open one alert for the site; it covers these agents.
    Open {
        /// Their keys.
        agents: BTreeSet<i64>,
    },
    /// The alert of the site covers and lists one more; no message.
    Join {
        /// Its key.
        agent: i64,
    },
    /// An agent of the site's alert is back; update the list, no message.
    Leave {
        /// Its key.
        agent: i64,
    },
    /// Close the alert of the site, with one recovery.
    Close {
        /// Agents that are still away: no longer covered, and with their overdue time again.
        still_away: BTreeSet<i64>,
    },
}

impl Departures {
    /// The agents that the open alert lists, and those of them that are still away.
    pub fn alert(&self) -> Option<(&BTreeSet<i64>, &BTreeSet<i64>)> {
        (!self.listed.is_empty()).then_some((&self.listed, &self.away))
    }

    /// An agent became overdue.
    pub fn left(&mut self, agent: i64, at: DateTime<Utc>) -> SiteDecision {
        if self.alert().is_some() {
            self.listed.insert(agent);
            let joined = self.away.insert(agent);
            return if joined { SiteDecision::Join { agent } } else { SiteDecision::Nothing };
        }
        if !self.waiting.iter().any(|(_, waiting)| *waiting == agent) {
            self.waiting.push((at, agent));
        }
        self.waiting.sort_unstable();
        let together = self.waiting.iter().filter(|(left, _)| at - *left <= WINDOW).count();
        if together <= MOST_ALONE {
            return self.wait();
        }
        self.listed = self.waiting.drain(..).map(|(_, agent)| agent).collect();
        self.away.clone_from(&self.listed);
        SiteDecision::Open { agents: self.listed.clone() }
    }

    /// An agent connected, or its departure is not to be announced any more.
    ///
    /// One that only waited is forgotten. The site is back when no more than five of
    /// its agents are still away and at least half of those listed have returned.
    pub fn returned(&mut self, agent: i64) -> SiteDecision {
        self.waiting.retain(|(_, waiting)| *waiting != agent);
        if !self.away.remove(&agent) {
            return SiteDecision::Nothing;
        }
        if self.away.len() > MOST_ALONE || self.away.len() * 2 > self.listed.len() {
            return SiteDecision::Leave { agent };
        }
        self.close()
    }

    /// The alert of the site was closed by hand: those still away alert one by one
    /// when their overdue time has passed again.
    pub fn close(&mut self) -> SiteDecision {
        if self.listed.is_empty() {
            return SiteDecision::Nothing;
        }
        self.listed.clear();
        SiteDecision::Close { still_away: std::mem::take(&mut self.away) }
    }

    /// The wait of the oldest departures ended.
    pub fn due(&mut self, at: DateTime<Utc>) -> SiteDecision {
        let waited = self.waiting.iter().filter(|(left, _)| at - *left >= WINDOW).count();
        if waited == 0 {
            return self.wait();
        }
        let agents = self.waiting.drain(..waited).map(|(_, agent)| agent).collect();
        SiteDecision::Alone { agents, again: self.oldest_ends() }
    }

    fn wait(&self) -> SiteDecision {
        self.oldest_ends().map_or(SiteDecision::Nothing, |until| SiteDecision::Wait { until })
    }

    fn oldest_ends(&self) -> Option<DateTime<Utc>> {
        self.waiting.first().and_then(|(left, _)| left.checked_add_signed(WINDOW))
    }
}

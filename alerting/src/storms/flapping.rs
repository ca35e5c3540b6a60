//! A cause that changes too often is one alert that says so.

use chrono::{DateTime, TimeDelta, Utc};

/// More changes than this within [`WINDOW`] are flapping.
const MOST_CHANGES: usize = 6;

/// So few changes within [`WINDOW`] end it: less than what begins it, or flapping
/// itself would flap.
const CALM_CHANGES: usize = 2;

const WINDOW: TimeDelta = TimeDelta::hours(1);

/// The newest changes of one cause, as the server stores them between results.
///
/// Stands between the results and the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flapping {
    /// At most seven changes of the last hour, the oldest first.
    pub changes: Vec<DateTime<Utc>>,
    /// Whether the newest result was a failing one.
    pub failing: bool,
    /// Whether the cause flaps now.
    pub flapping: bool,
}

/// What becomes of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlappingDecision {
    /// Give it to the machine as it is.
    Pass,
    /// Give the machine [`crate::machine::Event::FlappingBegan`] instead, and call
    /// [`Flapping::due`] at that time.
    Begin {
        /// When it may have become calm.
        until: DateTime<Utc>,
    },
    /// Give the machine nothing; the alert is open. Call [`Flapping::due`] then.
    Keep {
        /// When it may have become calm.
        until: DateTime<Utc>,
    },
    /// It became calm: give the machine the state it is in, failed or recovered.
    End {
        /// Whether it fails.
        failing: bool,
    },
}

impl Flapping {
    /// A result arrived. Only one that differs from that before it is a change.
    ///
    /// `has_alert` says whether the cause has one, open or suppressed. Without it, as
    /// when somebody closed it or maintenance ended, a failing result begins again:
    /// what flaps is never silent for good.
    pub fn result(
        &mut self,
        failing: bool,
        has_alert: bool,
        at: DateTime<Utc>,
    ) -> FlappingDecision {
        if failing != self.failing {
            self.failing = failing;
            self.changes.push(at);
            let surplus = self.changes.len().saturating_sub(MOST_CHANGES + 1);
            self.changes.drain(..surplus);
        }
        self.forget_before(at);
        if self.flapping {
            return match self.due(at) {
                FlappingDecision::Keep { until } if failing && !has_alert => {
                    FlappingDecision::Begin { until }
                }
                decision => decision,
            };
        }
        if self.changes.len() <= MOST_CHANGES {
            return FlappingDecision::Pass;
        }
        self.flapping = true;
        FlappingDecision::Begin { until: self.calm_at(at) }
    }

    /// The time came at which the cause may have become calm.
    pub fn due(&mut self, at: DateTime<Utc>) -> FlappingDecision {
        self.forget_before(at);
        if !self.flapping {
            return FlappingDecision::Pass;
        }
        if self.changes.len() > CALM_CHANGES {
            return FlappingDecision::Keep { until: self.calm_at(at) };
        }
        self.flapping = false;
        FlappingDecision::End { failing: self.failing }
    }

    fn forget_before(&mut self, at: DateTime<Utc>) {
        self.changes.retain(|change| at - *change < WINDOW);
    }

    /// When enough of the changes are an hour old.
    fn calm_at(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        let last_to_age = self.changes.len().checked_sub(CALM_CHANGES + 1);
        let change = last_to_age.and_then(|position| self.changes.get(position));
        change.and_then(|change| change.checked_add_signed(WINDOW)).unwrap_or(at)
    }
}

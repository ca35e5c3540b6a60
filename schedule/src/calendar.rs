//! The runs of the calendar itself, as instants: dates brought to a clock.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, TimeDelta, Utc};

use crate::dates;
use crate::named_zone::NamedZone;
use crate::rule::{Kind, Rule};
use crate::wall_clock::{first_instant, wall_time};
use crate::zone::{BEYOND, FIRST, Zone};

/// Clocks have gone back by up to a day: an instant that shows a date may come
/// after one that showed the next. A search begins a day further off.
const DAYS_AROUND: Days = Days::new(1);

/// Dates of a rule to look at until one is past the instant. Four are enough
/// for a daily rule; more would be a fault here, not a long wait.
const DATES_TO_TRY: usize = 5;

/// A rule in the zone where it runs.
pub struct Calendar<'a> {
    kind: &'a Kind,
    zone: NamedZone,
    /// What the clock shows at the start.
    wall: NaiveDateTime,
    start: DateTime<Utc>,
    end: DateTime<Utc>,
}

impl<'a> Calendar<'a> {
    /// Brings a rule to its zone; none when it cannot have a run.
    pub fn new(rule: &'a Rule, agent: NamedZone) -> Option<Self> {
        let start = rule.start.filter(|start| (FIRST..BEYOND).contains(start))?;
        let zone = rule.zone.resolve(agent)?;
        if !rule.enabled || !rule.kind.follows_calendar() {
            return None;
        }
        // Digits that the agent's clock skips stay as they are for all other days.
        let wall = match rule.zone {
            Zone::Agent => start.naive_utc(),
            _ => wall_time(zone, start),
        };
        let start = rule.zone.instant_of(start, agent);
        let end = rule.expire.map_or(BEYOND, |expire| rule.zone.instant_of(expire, agent));
        let end = end.clamp(FIRST, BEYOND);
        Some(Self { kind: &rule.kind, zone, wall, start, end })
    }

    /// The first instant at which there can be no run.
    pub fn end(&self) -> DateTime<Utc> {
        self.end
    }

    /// Returns the first run strictly after an instant, which may be past the end.
    pub fn next_after(&self, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if after >= self.end {
            return None;
        }
        let after = after.max(self.start - TimeDelta::nanoseconds(1));
        let around = wall_time(self.zone, after).date();
        let mut from = around.checked_sub_days(DAYS_AROUND)?;
        for _ in 0..DATES_TO_TRY {
            let date = dates::on_or_after(self.kind, self.wall.date(), from)?;
            let run = self.run_on(date);
            if run > after {
                return Some(run);
            }
            from = date.succ_opt()?;
        }
        None
    }

    /// Returns the last run at an instant or before it, for one before the end.
    pub fn previous_or_at(&self, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if at < self.start || at >= self.end {
            return None;
        }
        let around = wall_time(self.zone, at).date();
        let mut from = around.checked_add_days(DAYS_AROUND)?;
        for _ in 0..DATES_TO_TRY {
            let date = dates::on_or_before(self.kind, self.wall.date(), from)?;
            let run = self.run_on(date);
            if run <= at {
                return (run >= self.start).then_some(run);
            }
            from = date.pred_opt()?;
        }
        None
    }

    /// Returns the instant of the run on a date of the rule.
    ///
    /// On the start's own date it is the start, even where the clock shows that
    /// time twice and the start is the second: else the first run were lost.
    fn run_on(&self, date: NaiveDate) -> DateTime<Utc> {
        if date == self.wall.date() {
            return self.start;
        }
        first_instant(self.zone, date.and_time(self.wall.time()))
    }
}

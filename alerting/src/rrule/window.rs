//! A window in time: when it is open, when that changes, and its occurrences.

use chrono::{
    DateTime, Datelike, Days, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc,
};
use muster_schedule::{NamedZone, first_instant, wall_time};

use super::problem::Problem;
use super::recurrence::{Recurrence, Until};

/// The longest a window is open at once, apart from occurrences that overlap.
const LONGEST: TimeDelta = TimeDelta::days(31);

/// No window repeats for longer: a search that finds nothing ends there.
const HORIZON: Months = Months::new(100 * 12);

/// Past the horizon and the longest occurrence, and within the years of chrono.
const BEYOND: TimeDelta = TimeDelta::days(40_000);

/// A window as a person writes it.
#[derive(Clone, Copy, Debug)]
pub struct WindowForm<'a> {
    /// What the clock of the zone shows when the window first opens.
    pub start: NaiveDateTime,
    /// The IANA name of the zone.
    pub zone: &'a str,
    /// How long the window is open.
    pub minutes: u32,
    /// The rule by which it repeats; none means once.
    pub rrule: Option<&'a str>,
}

/// A maintenance window: once, or repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    start: NaiveDateTime,
    zone: NamedZone,
    length: TimeDelta,
    recurrence: Option<Recurrence>,
    /// The last date an occurrence can have, by `COUNT` or by the horizon.
    last_date: NaiveDate,
    /// The last instant at which an occurrence can start, by `UNTIL`.
    last_start: DateTime<Utc>,
}

/// One time that a window is open; the end is not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// When it opens.
    pub start: DateTime<Utc>,
    /// When it closes.
    pub end: DateTime<Utc>,
}

/// A window opens or closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// When.
    pub at: DateTime<Utc>,
    /// Whether it opens.
    pub opens: bool,
}

impl Window {
    /// Reads a window, or names every problem it has.
    pub fn read(form: &WindowForm) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        let zone = form.zone.parse::<NamedZone>().unwrap_or_else(|_| {
            problems.push(Problem::new("zone", "must be the IANA name of a time zone"));
            NamedZone::utc()
        });
        let length = TimeDelta::minutes(form.minutes.into());
        if length < TimeDelta::minutes(1) || length > LONGEST {
            problems.push(Problem::new("minutes", "must be 1 to 44640"));
        }
        if !(1970..=2999).contains(&form.start.year()) {
            problems.push(Problem::new("start", "must be in the years 1970 to 2999"));
        }
        let recurrence = form.rrule.map(str::parse::<Recurrence>).transpose();
        let recurrence = recurrence.unwrap_or_else(|found| {
            problems.extend(found);
            None
        });
        if !problems.is_empty() {
            return Err(problems);
        }
        Self::new(form.start, zone, length, recurrence).map_err(|problem| vec![problem])
    }

    fn new(
        start: NaiveDateTime,
        zone: NamedZone,
        length: TimeDelta,
        recurrence: Option<Recurrence>,
    ) -> Result<Self, Problem> {
        let recurrence = recurrence.map(|rule| rule.completed(start.date()));
        let last_start = recurrence
            .as_ref()
            .and_then(|rule| rule.until)
            .map_or(DateTime::<Utc>::MAX_UTC, |until| last_instant(until, zone));
        let last_date = start.date().checked_add_months(HORIZON).unwrap_or(NaiveDate::MAX);
        let mut window = Self { start, zone, length, recurrence, last_date, last_start };
        if let Some(count) = window.recurrence.as_ref().and_then(|rule| rule.count) {
            let position = usize::try_from(count).unwrap_or(usize::MAX).saturating_sub(1);
            let last = window.dates(start.date()).nth(position);
            window.last_date = last.unwrap_or(window.last_date);
        }
        if window.since(first_instant(zone, start)).next().is_none() {
            return Err(Problem::new("rrule", "never comes within 100 years of the start"));
        }
        Ok(window)
    }

    /// Whether the window is open at an instant.
    pub fn is_open(&self, at: DateTime<Utc>) -> bool {
        self.since(at).take_while(|one| one.start <= at).any(|one| one.end > at)
    }

    /// Returns when the window opens or closes next, strictly after an instant.
    ///
    /// Occurrences that overlap or touch are one opening.
    pub fn next_change(&self, after: DateTime<Utc>) -> Option<Change> {
        let mut open_until = None;
        for one in self.since(after).filter(|one| one.end > after) {
            match open_until {
                None if one.start > after => return Some(Change { at: one.start, opens: true }),
                Some(until) if one.start > until => break,
                None => open_until = Some(one.end),
                Some(until) => open_until = Some(one.end.max(until)),
            }
        }
        open_until.map(|at| Change { at, opens: false })
    }

    /// Lists the first `most` occurrences that have a part from `from` to before `to`.
    pub fn occurrences(
        &self,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
        most: usize,
    ) -> Vec<Occurrence> {
        let most = if from < to { most } else { 0 };
        let found = self.since(from).filter(|one| one.end > from);
        found.take_while(|one| one.start < to).take(most).collect()
    }

    /// Lists occurrences by their start, from one that has ended at an instant, or
    /// from the first.
    ///
    /// Clocks have gone forward and back by up to a day: it begins two days earlier
    /// than the length says.
    fn since(&self, instant: DateTime<Utc>) -> impl Iterator<Item = Occurrence> + '_ {
        let first = first_instant(self.zone, self.start);
        let around = wall_time(self.zone, instant.clamp(first, first + BEYOND)).date();
        let back = self.length.num_days().unsigned_abs() + 3;
        let from = around.checked_sub_days(Days::new(back)).unwrap_or(NaiveDate::MIN);
        self.dates(from)
            .map(move |date| self.occurrence_on(date))
            .take_while(move |one| one.start <= self.last_start)
    }

    fn dates(&self, from: NaiveDate) -> impl Iterator<Item = NaiveDate> + '_ {
        std::iter::successors(self.date_from(from), move |date| self.date_from(date.succ_opt()?))
    }

    fn date_from(&self, from: NaiveDate) -> Option<NaiveDate> {
        let start = self.start.date();
        match &self.recurrence {
            None => (from <= start).then_some(start),
            Some(rule) => rule.date_on_or_after(start, from, self.last_date),
        }
    }

    fn occurrence_on(&self, date: NaiveDate) -> Occurrence {
        let wall = date.and_time(self.start.time());
        let start = first_instant(self.zone, wall);
        let days = TimeDelta::days(self.length.num_days());
        let rest = self.length - days;
        let end = first_instant(self.zone, wall + days).max(start) + rest;
        Occurrence { start, end }
    }
}

/// The last instant that is not after the end of a rule.
fn last_instant(until: Until, zone: NamedZone) -> DateTime<Utc> {
    match until {
        Until::Instant(instant) => instant,
        Until::Local(local) => first_instant(zone, local),
        Until::Date(date) => {
            let next = date.checked_add_days(Days::new(1)).unwrap_or(NaiveDate::MAX);
            first_instant(zone, next.and_time(NaiveTime::MIN)) - TimeDelta::nanoseconds(1)
        }
    }
}

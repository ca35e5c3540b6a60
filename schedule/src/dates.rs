//! The dates of a rule, as if there were no clocks.
//!
//! A search looks forward or back from a date and finds the nearest one of the
//! rule. It costs the same however far away that is.

use chrono::{Datelike, Days, NaiveDate};

use crate::months;
use crate::rule::Kind;

/// Returns the first date of the rule on `from` or later.
pub fn on_or_after(kind: &Kind, start: NaiveDate, from: NaiveDate) -> Option<NaiveDate> {
    let from = from.max(start);
    match *kind {
        Kind::RunOnce => (from == start).then_some(start),
        Kind::Daily { interval } => {
            let days = days_between(start, from).checked_next_multiple_of(u64::from(interval))?;
            start.checked_add_days(Days::new(days))
        }
        Kind::Weekly { interval, weekdays } => {
            let week = first_of_week(start)?;
            let this = days_between(week, from) / 7;
            let chosen = this.checked_next_multiple_of(u64::from(interval))?;
            weekday_from(week, chosen, weekdays, from)
                .or_else(|| weekday_from(week, chosen + u64::from(interval), weekdays, from))
        }
        Kind::Monthly { .. } | Kind::MonthlyByWeekday { .. } => months::on_or_after(kind, from),
        Kind::Manual | Kind::CheckFailure | Kind::Onboarding | Kind::Unknown => None,
    }
}

/// Returns the last date of the rule on `from` or earlier.
pub fn on_or_before(kind: &Kind, start: NaiveDate, from: NaiveDate) -> Option<NaiveDate> {
    if from < start {
        return None;
    }
    let date = match *kind {
        Kind::RunOnce => Some(start),
        Kind::Daily { interval } => {
            let past = days_between(start, from).checked_rem(u64::from(interval))?;
            from.checked_sub_days(Days::new(past))
        }
        Kind::Weekly { interval, weekdays } => {
            let week = first_of_week(start)?;
            let this = days_between(week, from) / 7;
            let chosen = this - this.checked_rem(u64::from(interval))?;
            weekday_to(week, chosen, weekdays, from).or_else(|| {
                weekday_to(week, chosen.checked_sub(u64::from(interval))?, weekdays, from)
            })
        }
        Kind::Monthly { .. } | Kind::MonthlyByWeekday { .. } => months::on_or_before(kind, from),
        Kind::Manual | Kind::CheckFailure | Kind::Onboarding | Kind::Unknown => None,
    };
    date.filter(|date| *date >= start)
}

/// Returns the first chosen day of one week that is not before `from`.
fn weekday_from(first: NaiveDate, week: u64, weekdays: u8, from: NaiveDate) -> Option<NaiveDate> {
    days_of_week(first, week, weekdays).find(|date| *date >= from)
}

/// Returns the last chosen day of one week that is not after `from`.
fn weekday_to(first: NaiveDate, week: u64, weekdays: u8, from: NaiveDate) -> Option<NaiveDate> {
    days_of_week(first, week, weekdays).filter(|date| *date <= from).last()
}

/// Lists the chosen days of a week, given as its number after the first one.
fn days_of_week(first: NaiveDate, week: u64, weekdays: u8) -> impl Iterator<Item = NaiveDate> {
    (0..7)
        .filter(move |day| weekdays & (1 << day) != 0)
        .filter_map(move |day| first.checked_add_days(Days::new(week * 7 + day)))
}

/// Returns the Sunday of a date's week: Sunday is the first bit of the mask.
fn first_of_week(date: NaiveDate) -> Option<NaiveDate> {
    date.checked_sub_days(Days::new(u64::from(date.weekday().num_days_from_sunday())))
}

fn days_between(earlier: NaiveDate, later: NaiveDate) -> u64 {
    u64::try_from(later.signed_duration_since(earlier).num_days()).unwrap_or(0)
}

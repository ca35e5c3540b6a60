//! What is wrong with a rule that a person wrote.

use std::ops::RangeInclusive;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::parse::{days_mask, months_mask, weekdays_mask, weeks_mask};
use crate::rule::{Kind, Repetition, Rule};
use crate::zone::{BEYOND, FIRST, Zone};

/// A field of a task, as the API names it, and what is wrong with it.
pub type Problem = (&'static str, &'static str);

/// Names every problem of a rule; none means that it can be kept.
///
/// A rule that is well formed and never comes, such as 30 February, is no
/// problem here: `next_after` says so.
pub fn validate(rule: &Rule) -> Vec<Problem> {
    let mut problems = Vec::new();
    kind_problems(&rule.kind, &mut problems);
    time_problems(rule, &mut problems);
    if let Some(repetition) = &rule.repetition {
        repetition_problems(repetition, &mut problems);
    }
    problems
}

/// Joins the two halves of a repetition, which are given together or not at all.
pub fn repetition(
    every: Option<Duration>,
    for_duration: Option<Duration>,
) -> Result<Option<Repetition>, Problem> {
    match (every, for_duration) {
        (None, None) => Ok(None),
        (Some(every), Some(for_duration)) => Ok(Some(Repetition { every, for_duration })),
        (Some(_), None) => Err((
            "task_repetition_duration",
            "this field is required with task_repetition_interval",
        )),
        (None, Some(_)) => Err((
            "task_repetition_interval",
            "this field is required with task_repetition_duration",
        )),
    }
}

fn kind_problems(kind: &Kind, problems: &mut Vec<Problem>) {
    let mut check = |holds: bool, problem: Problem| {
        if !holds {
            problems.push(problem);
        }
    };
    match *kind {
        Kind::Daily { interval } => {
            check((1..=255).contains(&interval), ("daily_interval", "must be 1 to 255"));
        }
        Kind::Weekly { interval, weekdays } => {
            check((1..=52).contains(&interval), ("weekly_interval", "must be 1 to 52"));
            check(weekdays_mask(weekdays.into()).is_some(), WEEKDAYS);
        }
        Kind::Monthly { months, days } => {
            check(months_mask(months.into()).is_some(), MONTHS);
            check(days_mask(days.into()).is_some(), DAYS);
        }
        Kind::MonthlyByWeekday { months, weeks, weekdays } => {
            check(months_mask(months.into()).is_some(), MONTHS);
            check(weeks_mask(weeks.into()).is_some(), WEEKS);
            check(weekdays_mask(weekdays.into()).is_some(), WEEKDAYS);
        }
        Kind::Unknown => check(false, ("task_type", "is not one this version knows")),
        Kind::RunOnce | Kind::Manual | Kind::CheckFailure | Kind::Onboarding => {}
    }
}

const WEEKDAYS: Problem = ("run_time_bit_weekdays", "must be a mask of weekdays, 1 to 127");
const MONTHS: Problem = ("monthly_months_of_year", "must be a mask of months, 1 to 4095");
const DAYS: Problem = ("monthly_days_of_month", "must be a mask of days, 1 to 4294967295");
const WEEKS: Problem = ("monthly_weeks_of_month", "must be a mask of weeks, 1 to 31");

fn time_problems(rule: &Rule, problems: &mut Vec<Problem>) {
    let in_range =
        |stamp: Option<DateTime<Utc>>| stamp.is_none_or(|stamp| (FIRST..BEYOND).contains(&stamp));
    if rule.kind.follows_calendar() && rule.start.is_none() {
        problems.push(("run_time_date", "this field is required for this task_type"));
    }
    if !in_range(rule.start) {
        problems.push(("run_time_date", "must be in the years 1 to 9999"));
    }
    if !in_range(rule.expire) {
        problems.push(("expire_date", "must be in the years 1 to 9999"));
    }
    // Digit by digit, also in the agent's zone: both are read there alike.
    if let (Some(start), Some(expire)) = (rule.start, rule.expire)
        && expire <= start
    {
        problems.push(("expire_date", "must be after run_time_date"));
    }
    if matches!(rule.zone, Zone::Unknown(_)) {
        problems.push(("run_time_zone", "must be utc, agent or the IANA name of a time zone"));
    }
    if rule.random_delay.is_some_and(|delay| !WRITABLE.contains(&delay)) {
        problems.push(("random_task_delay", "must be at most 999 days"));
    }
}

/// What a duration of three digits can say.
const WRITABLE: RangeInclusive<Duration> = Duration::ZERO..=Duration::from_secs(999 * 24 * 3600);

fn repetition_problems(repetition: &Repetition, problems: &mut Vec<Problem>) {
    let Repetition { every, for_duration } = repetition;
    if *every < Duration::from_secs(1) {
        problems.push(("task_repetition_interval", "must be at least one second"));
    }
    if !WRITABLE.contains(every) {
        problems.push(("task_repetition_interval", "must be at most 999 days"));
    }
    if !WRITABLE.contains(for_duration) {
        problems.push(("task_repetition_duration", "must be at most 999 days"));
    }
    if for_duration < every {
        problems.push(("task_repetition_duration", "must not be less than the interval"));
    }
}

//! A schedule as a sentence for people.

use chrono::{DateTime, NaiveDateTime, Timelike, Utc};

use crate::named_zone::NamedZone;
use crate::rule::{Kind, Rule};
use crate::wall_clock::wall_time;
use crate::words::{self, duration};
use crate::zone::{BEYOND, FIRST, Zone};

/// Says a schedule in words: "Every 2 days at 14:30 UTC".
///
/// Times are those of the rule's zone. No full stop: it stands in a table.
pub fn sentence(rule: &Rule) -> String {
    let mut parts = vec![recurrence(rule)];
    if let Kind::Weekly { interval, .. } = rule.kind
        && interval != 1
    {
        parts.push(format!("every {interval} weeks"));
    }
    if let Some(repetition) = rule.repetition {
        let (every, length) = (duration(repetition.every), duration(repetition.for_duration));
        parts.push(format!("repeated every {every} for {length}"));
    }
    if let Some(delay) = rule.random_delay.filter(|delay| !delay.is_zero()) {
        parts.push(format!("with a random delay of up to {}", duration(delay)));
    }
    if let Some(expire) = rule.expire {
        parts.push(format!("until {}", moment(rule, expire)));
    }
    parts.join(", ")
}

fn recurrence(rule: &Rule) -> String {
    let dates = match rule.kind {
        Kind::Manual => return "Manual only".to_owned(),
        Kind::CheckFailure => return "When its check fails".to_owned(),
        Kind::Onboarding => return "Once, when an agent first receives it".to_owned(),
        Kind::Unknown => return "In a way this version does not know".to_owned(),
        Kind::RunOnce => {
            let never = || "Once, without a date".to_owned();
            return rule
                .start
                .map_or_else(never, |start| format!("Once on {}", moment(rule, start)));
        }
        Kind::Daily { interval: 1 } => "Every day".to_owned(),
        Kind::Daily { interval } => format!("Every {interval} days"),
        Kind::Weekly { weekdays, .. } => format!("Every {}", words::weekdays(weekdays)),
        Kind::Monthly { months, days } => {
            format!("On {} of {}", words::days(days), words::months(months))
        }
        Kind::MonthlyByWeekday { months, weeks, weekdays } => {
            format!("On {} of {}", words::places(weeks, weekdays), words::months(months))
        }
    };
    match rule.start {
        Some(start) => format!("{dates} at {}", time(rule, start)),
        None => dates,
    }
}

/// Says a date and time: "2026-01-31 at 14:30 UTC".
fn moment(rule: &Rule, stamp: DateTime<Utc>) -> String {
    format!("{} at {}", wall(rule, stamp).format("%Y-%m-%d"), time(rule, stamp))
}

/// Says a time and whose it is: "03:00 (Europe/Berlin)".
fn time(rule: &Rule, stamp: DateTime<Utc>) -> String {
    let wall = wall(rule, stamp);
    let digits = wall.format(if wall.second() == 0 { "%H:%M" } else { "%H:%M:%S" });
    match &rule.zone {
        Zone::Utc => format!("{digits} UTC"),
        Zone::Agent => format!("{digits} (the agent's time)"),
        Zone::Named(zone) => format!("{digits} ({})", zone.name()),
        Zone::Unknown(name) => format!("{digits} UTC (unknown time zone {name})"),
    }
}

/// Returns what the rule's clock shows. The agent's shows the stamp's own digits.
fn wall(rule: &Rule, stamp: DateTime<Utc>) -> NaiveDateTime {
    let zone = rule.zone.resolve(NamedZone::utc()).unwrap_or_else(NamedZone::utc);
    wall_time(zone, stamp.clamp(FIRST, BEYOND))
}

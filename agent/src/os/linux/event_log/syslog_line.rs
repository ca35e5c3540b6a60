//! One line of a log file, in either of the two shapes there are.

use chrono::{DateTime, Datelike, Days, Local, NaiveDateTime, TimeZone};
use muster_protocol::LogEntry;

/// How long the older shape of a time is: `Nov 16 08:00:00`.
const OLD_TIME_LENGTH: usize = 15;

/// Reads a line; none when it is no entry. `now` decides the year of a time without one.
pub fn parse(line: &str, now: DateTime<Local>) -> Option<LogEntry> {
    let (time, rest) = split_time(line, now)?;
    let (computer, rest) = rest.trim_start().split_once(' ')?;
    let (tag, message) = rest.split_once(": ").unwrap_or(("", rest));
    let source = tag.split('[').next().unwrap_or_default();
    Some(LogEntry {
        time,
        source: source.to_owned(),
        event_type: "INFO".to_owned(),
        computer: computer.to_owned(),
        message: message.to_owned(),
        ..LogEntry::default()
    })
}

/// The time in microseconds, and what follows it.
fn split_time(line: &str, now: DateTime<Local>) -> Option<(i64, &str)> {
    let (word, rest) = line.split_once(' ')?;
    if let Ok(time) = DateTime::parse_from_rfc3339(word) {
        return Some((time.timestamp_micros(), rest));
    }
    let (old, rest) = line.split_at_checked(OLD_TIME_LENGTH)?;
    Some((parse_old_time(old, now)?.timestamp_micros(), rest))
}

/// A time without a year is the latest one that is not in the future.
fn parse_old_time(text: &str, now: DateTime<Local>) -> Option<DateTime<Local>> {
    // A clock that was set back, or another zone, makes the future possible.
    let latest = now.checked_add_days(Days::new(1))?;
    [now.year() + 1, now.year(), now.year() - 1].into_iter().find_map(|year| {
        let dated = format!("{year} {text}");
        let time = NaiveDateTime::parse_from_str(&dated, "%Y %b %e %H:%M:%S").ok()?;
        let time = Local.from_local_datetime(&time).earliest()?;
        (time <= latest).then_some(time)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn now() -> DateTime<Local> {
        Local.with_ymd_and_hms(2026, 3, 1, 12, 0, 0).unwrap()
    }

    #[test]
    fn both_shapes_are_read() {
        let old = parse("Feb  3 04:05:06 pc-1 sshd[812]: Failed password: root", now()).unwrap();
        let time = Local.with_ymd_and_hms(2026, 2, 3, 4, 5, 6).unwrap();
        assert_eq!(old.time, time.timestamp_micros());
        assert_eq!((old.computer.as_str(), old.source.as_str()), ("pc-1", "sshd"));
        assert_eq!(old.message, "Failed password: root");

        let new = parse("2026-02-03T04:05:06.5+00:00 pc-1 kernel: [1.5] x: y", now()).unwrap();
        assert_eq!(new.time, 1_770_091_506_500_000);
        assert_eq!((new.source.as_str(), new.message.as_str()), ("kernel", "[1.5] x: y"));

        assert_eq!(parse("pc-1 without a time", now()), None);
        assert_eq!(parse("", now()), None);
    }

    #[test]
    fn a_month_that_has_not_come_yet_was_last_year() {
        let entry = parse("Dec 31 23:59:59 pc-1 app: x", now()).unwrap();
        let time = Local.with_ymd_and_hms(2025, 12, 31, 23, 59, 59).unwrap();
        assert_eq!(entry.time, time.timestamp_micros());
    }

    proptest! {
        #[test]
        fn any_text_is_an_entry_or_none(text in "(Feb  3 04:05:06 )?\\PC*") {
            let _ = parse(&text, now());
        }
    }
}

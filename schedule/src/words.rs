//! The words of a sentence: masks and durations as people say them.

use std::time::Duration;

const WEEKDAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const WEEKS: [&str; 5] = ["first", "second", "third", "fourth", "last"];

/// Says a mask of weekdays: "Monday and Friday", or "day" for all of them.
pub fn weekdays(mask: u8) -> String {
    match mask & 127 {
        0 => "no day".to_owned(),
        127 => "day".to_owned(),
        mask => joined(&weekday_names(mask)),
    }
}

/// Says a mask of months: "January and July".
pub fn months(mask: u16) -> String {
    match mask & 4095 {
        0 => "no month".to_owned(),
        4095 => "every month".to_owned(),
        mask => joined(&chosen(&MONTHS, mask.into())),
    }
}

/// Says a mask of days: "day 1, 15 and the last day".
pub fn days(mask: u32) -> String {
    if mask == 0 {
        return "no day".to_owned();
    }
    if mask.trailing_ones() >= 31 {
        return "every day".to_owned();
    }
    let mut words: Vec<String> =
        (0..31).filter(|day| mask & (1 << day) != 0).map(|day| (day + 1).to_string()).collect();
    if let Some(first) = words.first_mut() {
        first.insert_str(0, "day ");
    }
    if mask >> 31 == 1 {
        words.push("the last day".to_owned());
    }
    joined(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Says masks of weeks and weekdays: "the first and last Friday".
pub fn places(weeks: u8, mask: u8) -> String {
    match (weeks & 31, mask & 127) {
        (0, _) | (_, 0) => "no day".to_owned(),
        // First to fourth and last are together every one of a month.
        (31, mask) => format!("every {}", weekdays(mask)),
        // All weekdays are named here: "the first day" would be another thing.
        (weeks, mask) => {
            let weeks = joined(&chosen(&WEEKS, weeks.into()));
            format!("the {weeks} {}", joined(&weekday_names(mask)))
        }
    }
}

/// Says a duration in the largest unit that fits: "90 minutes".
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let units = [(24 * 3600, "day"), (3600, "hour"), (60, "minute")];
    let fits = |(length, _): &&(u64, &str)| seconds >= *length && seconds.is_multiple_of(*length);
    let (length, unit) = units.iter().find(fits).copied().unwrap_or((1, "second"));
    let count = seconds / length;
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// Names the weekdays of a mask, Monday first as people count them.
fn weekday_names(mask: u8) -> Vec<&'static str> {
    let mut names = chosen(&WEEKDAYS, mask.into());
    if mask & 1 == 1 {
        names.rotate_left(1);
    }
    names
}

fn chosen(names: &[&'static str], mask: u32) -> Vec<&'static str> {
    (0..).zip(names).filter(|(bit, _)| mask & (1 << bit) != 0).map(|(_, name)| *name).collect()
}

/// Joins words as in a sentence: "a, b and c".
fn joined(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
}

//! The values of a rule's parts, from text.

use chrono::{NaiveDate, NaiveDateTime, Weekday};

use super::recurrence::{DayRule, Frequency, Until};

/// Reads `DAILY`, `WEEKLY`, `MONTHLY` or `YEARLY`.
pub fn frequency(text: &str) -> Option<Frequency> {
    match text {
        "DAILY" => Some(Frequency::Daily),
        "WEEKLY" => Some(Frequency::Weekly),
        "MONTHLY" => Some(Frequency::Monthly),
        "YEARLY" => Some(Frequency::Yearly),
        _ => None,
    }
}

/// Reads a number from 1 to `most`.
pub fn number(text: &str, most: u32) -> Option<u32> {
    text.parse().ok().filter(|number| (1..=most).contains(number))
}

/// Reads a number from 1 to `most`, or from -1 to `-most`.
pub fn signed(text: &str, most: i32) -> Option<i32> {
    let number = text.parse::<i32>().ok()?;
    (number != 0 && (-most..=most).contains(&number)).then_some(number)
}

/// Reads a list with at least one item; none if one of them is wrong.
pub fn list<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(|item| read(item.trim())).collect()
}

/// Reads `MO`.
pub fn weekday(text: &str) -> Option<Weekday> {
    match text {
        "MO" => Some(Weekday::Mon),
        "TU" => Some(Weekday::Tue),
        "WE" => Some(Weekday::Wed),
        "TH" => Some(Weekday::Thu),
        "FR" => Some(Weekday::Fri),
        "SA" => Some(Weekday::Sat),
        "SU" => Some(Weekday::Sun),
        _ => None,
    }
}

/// Reads `MO`, `1MO` or `-1MO`; the number may be as large as for a year.
pub fn day_rule(text: &str) -> Option<DayRule> {
    let (number, day) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let weekday = weekday(day)?;
    if number.is_empty() {
        return Some(DayRule { ordinal: None, weekday });
    }
    Some(DayRule { ordinal: Some(signed(number, 53)?), weekday })
}

/// Reads `20261231`, `20261231T235959` or `20261231T235959Z`.
pub fn until(text: &str) -> Option<Until> {
    if text.len() == 8 {
        return NaiveDate::parse_from_str(text, "%Y%m%d").ok().map(Until::Date);
    }
    let local = |text| NaiveDateTime::parse_from_str(text, "%Y%m%dT%H%M%S").ok();
    match text.strip_suffix('Z') {
        Some(digits) => local(digits).map(|digits| Until::Instant(digits.and_utc())),
        None => local(text).map(Until::Local),
    }
}

//! The dates of the monthly rules: each month is a mask of its days.

use chrono::{Datelike, NaiveDate};

use crate::rule::Kind;

/// How far a search looks: past the longest wait there is, eight years from one
/// 29 February to the next around a year like 1900. Then nothing ever comes.
const MONTHS_TO_TRY: i32 = 8 * 12 + 1;

const LAST_DAY: u32 = 1 << 31;

const LAST_WEEK: u8 = 16;

/// Returns the first date of a monthly rule on `from` or later.
pub fn on_or_after(kind: &Kind, from: NaiveDate) -> Option<NaiveDate> {
    let not_before = u32::MAX << from.day0();
    (0..MONTHS_TO_TRY).find_map(|distance| {
        let first = month_at(from, distance)?;
        let days = chosen_days(kind, first) & if distance == 0 { not_before } else { u32::MAX };
        first.with_day0(days.trailing_zeros())
    })
}

/// Returns the last date of a monthly rule on `from` or earlier.
pub fn on_or_before(kind: &Kind, from: NaiveDate) -> Option<NaiveDate> {
    let not_after = u32::MAX >> (31 - from.day0());
    (0..MONTHS_TO_TRY).find_map(|distance| {
        let first = month_at(from, -distance)?;
        let days = chosen_days(kind, first) & if distance == 0 { not_after } else { u32::MAX };
        first.with_day0(days.checked_ilog2()?)
    })
}

/// Returns the first day of the month so many months away.
fn month_at(from: NaiveDate, distance: i32) -> Option<NaiveDate> {
    let months = from.year() * 12 + from.month0().cast_signed() + distance;
    let month = u32::try_from(months.rem_euclid(12)).ok()?;
    NaiveDate::from_ymd_opt(months.div_euclid(12), month + 1, 1)
}

/// Returns the days of one month that the rule chooses, the 1st as bit 0.
///
/// Being a mask, it holds a day once even when the rule names it twice.
fn chosen_days(kind: &Kind, first: NaiveDate) -> u32 {
    match *kind {
        Kind::Monthly { months, days } if months & (1 << first.month0()) != 0 => {
            days_by_number(days, first)
        }
        Kind::MonthlyByWeekday { months, weeks, weekdays }
            if months & (1 << first.month0()) != 0 =>
        {
            days_by_weekday(weeks, weekdays, first)
        }
        _ => 0,
    }
}

fn days_by_number(days: u32, first: NaiveDate) -> u32 {
    let length = u32::from(first.num_days_in_month());
    let existing = days & ((1 << length) - 1);
    if days & LAST_DAY == 0 { existing } else { existing | (1 << (length - 1)) }
}

fn days_by_weekday(weeks: u8, weekdays: u8, first: NaiveDate) -> u32 {
    let length = u32::from(first.num_days_in_month());
    let first_weekday = first.weekday().num_days_from_sunday();
    let mut chosen = 0;
    for day in 0..length {
        let by_weekday = weekdays & (1 << ((first_weekday + day) % 7)) != 0;
        // The fifth of its weekday, where there is one, has no bit but the last week's.
        let by_place = day < 28 && weeks & (1 << (day / 7)) != 0;
        let is_last = day + 7 >= length && weeks & LAST_WEEK != 0;
        if by_weekday && (by_place || is_last) {
            chosen |= 1 << day;
        }
    }
    chosen
}

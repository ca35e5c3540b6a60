//! Reads what people and callers write: durations and masks.

use std::time::Duration;

/// Reads a duration in either case: one to three digits and one of `d`, `h`,
/// `m`, `s`, or the same in the form of ISO 8601, such as `P1D` or `PT1H30M`.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.to_ascii_lowercase();
    let seconds = match text.strip_prefix('p') {
        Some(period) => iso_seconds(period)?,
        None => part_seconds(text.as_bytes(), b"dhms")?,
    };
    Some(Duration::from_secs(seconds))
}

/// The days, and behind a `t` hours, minutes and seconds in this order.
fn iso_seconds(period: &str) -> Option<u64> {
    let (days, time) = period.split_once('t').map_or((period, None), |(d, t)| (d, Some(t)));
    let mut total = match (days, time) {
        (_, Some("")) => return None,
        ("", Some(_)) => 0,
        _ => part_seconds(days.as_bytes(), b"d")?,
    };
    let mut units: &[u8] = b"hms";
    for part in time.unwrap_or("").as_bytes().split_inclusive(u8::is_ascii_alphabetic) {
        total += part_seconds(part, units)?;
        let place = units.iter().position(|unit| part.last() == Some(unit))?;
        units = &units[place + 1..];
    }
    Some(total)
}

/// One to three digits and one of these units.
fn part_seconds(part: &[u8], units: &[u8]) -> Option<u64> {
    let (unit, digits) = part.split_last()?;
    let seconds = match unit {
        _ if !units.contains(unit) => return None,
        b'd' => 24 * 3600,
        b'h' => 3600,
        b'm' => 60,
        _ => 1,
    };
    if !(1..=3).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let count = digits.iter().fold(0, |count, digit| count * 10 + u64::from(digit - b'0'));
    Some(count * seconds)
}

/// Reads a mask of weekdays, Sunday 1 … Saturday 64: 1 to 127.
pub fn weekdays_mask(number: i64) -> Option<u8> {
    u8::try_from(number).ok().filter(|mask| (1..=127).contains(mask))
}

/// Reads a mask of months, January 1 … December 2048: 1 to 4095.
pub fn months_mask(number: i64) -> Option<u16> {
    u16::try_from(number).ok().filter(|mask| (1..=4095).contains(mask))
}

/// Reads a mask of days, the 1st 1 … the 31st 2^30, the last 2^31: 1 to 2^32 - 1.
pub fn days_mask(number: i64) -> Option<u32> {
    u32::try_from(number).ok().filter(|mask| *mask != 0)
}

/// Reads a mask of weeks, first 1 … fourth 8, last 16: 1 to 31.
pub fn weeks_mask(number: i64) -> Option<u8> {
    u8::try_from(number).ok().filter(|mask| (1..=31).contains(mask))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_up_to_three_digits_and_a_unit() {
        for (text, seconds) in
            [("15m", 900), ("1h", 3600), ("999d", 999 * 86_400), ("007s", 7), ("0s", 0)]
        {
            assert_eq!(parse_duration(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "m", "15", "1000s", "-1m", "+1m", " 1m", "1m ", "1w", "1h30m", "१m"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }

    #[test]
    fn a_duration_may_be_in_capitals_or_of_iso_8601() {
        for (text, seconds) in [
            ("5M", 300),
            ("1D", 86_400),
            ("2H", 7200),
            ("PT5M", 300),
            ("pt5m", 300),
            ("P1D", 86_400),
            ("PT1H30M", 5400),
            ("P2DT3H4M5S", 2 * 86_400 + 3 * 3600 + 4 * 60 + 5),
            ("PT90S", 90),
        ] {
            assert_eq!(parse_duration(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        for text in [
            "P", "PT", "P5M", "P1DT", "PT5", "PT1000S", "PT1M1H", "PT1M1M", "P1W", "P1Y", "PT-5M",
            "T5M", "PT5M ", "PTM", "PT1.5H",
        ] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }

    #[test]
    fn a_mask_has_at_least_one_bit_and_none_beyond_its_last() {
        assert_eq!([0, 1, 127, 128, -1].map(weekdays_mask), [None, Some(1), Some(127), None, None]);
        assert_eq!(
            [0, 1, 4095, 4096, -1].map(months_mask),
            [None, Some(1), Some(4095), None, None]
        );
        assert_eq!([0, 1, 31, 32, -1].map(weeks_mask), [None, Some(1), Some(31), None, None]);
        let all = i64::from(u32::MAX);
        let days = [0, 1, all, all + 1, -1, i64::MAX].map(days_mask);
        assert_eq!(days, [None, Some(1), Some(u32::MAX), None, None, None]);
    }
}

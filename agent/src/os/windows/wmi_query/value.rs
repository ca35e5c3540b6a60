//! Values of WMI as JSON. Pure.

use chrono::{DateTime, NaiveDate, NaiveTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Number, Value};
use wmi::Variant;

/// Longer texts are cut: no name and no path of a device is that long.
const MAX_LETTERS: usize = 300;

/// How many items of a list are read.
const MAX_ITEMS: usize = 64;

/// A value; none for one that says nothing.
pub fn to_json(value: Variant) -> Option<Value> {
    Some(match value {
        Variant::Empty | Variant::Null | Variant::Unknown(_) | Variant::Object(_) => return None,
        Variant::String(text) => return text_to_json(&text),
        Variant::I1(number) => number.into(),
        Variant::I2(number) => number.into(),
        Variant::I4(number) => number.into(),
        Variant::I8(number) => number.into(),
        Variant::UI1(number) => number.into(),
        Variant::UI2(number) => number.into(),
        Variant::UI4(number) => number.into(),
        Variant::UI8(number) => number.into(),
        Variant::R4(number) => Number::from_f64(number.into())?.into(),
        Variant::R8(number) => Number::from_f64(number)?.into(),
        Variant::Bool(is_so) => is_so.into(),
        Variant::Array(items) => {
            let items: Vec<Value> = items.into_iter().take(MAX_ITEMS).filter_map(to_json).collect();
            return (!items.is_empty()).then_some(items.into());
        }
    })
}

fn text_to_json(text: &str) -> Option<Value> {
    if let Some(time) = parse_time(text) {
        return Some(time.to_rfc3339_opts(SecondsFormat::Secs, true).into());
    }
    let text: String = text.chars().filter(|letter| *letter != '\0').take(MAX_LETTERS).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.into())
}

/// A time as WMI writes it: `20240131083000.500000+060`, with the minutes east of
/// UTC at the end. Stars are parts that are not known.
fn parse_time(text: &str) -> Option<DateTime<Utc>> {
    const LETTERS: usize = 25;
    if text.len() != LETTERS || !text.is_ascii() || text.as_bytes()[14] != b'.' {
        return None;
    }
    let (day, time, east) = (&text[..8], &text[8..14], &text[21..]);
    if !text[15..21].bytes().all(|letter| letter.is_ascii_digit() || letter == b'*') {
        return None;
    }
    let day = NaiveDate::parse_from_str(day, "%Y%m%d").ok()?;
    let time = match time {
        "******" => NaiveTime::MIN,
        _ => NaiveTime::parse_from_str(time, "%H%M%S").ok()?,
    };
    let east: i64 = match east {
        "+***" => 0,
        _ if east.starts_with(['+', '-']) => east.parse().ok()?,
        _ => return None,
    };
    Some(day.and_time(time).checked_sub_signed(TimeDelta::minutes(east))?.and_utc())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(text: &str) -> Option<Value> {
        to_json(Variant::String(text.to_owned()))
    }

    #[test]
    fn times_are_those_of_utc() {
        for (written, expected) in [
            ("20240131083000.500000+060", "2024-01-31T07:30:00Z"),
            ("20190113200517.000000-180", "2019-01-13T23:05:17Z"),
            ("20210708000000.000000+000", "2021-07-08T00:00:00Z"),
            ("20210708******.******+***", "2021-07-08T00:00:00Z"),
        ] {
            assert_eq!(text(written), Some(json!(expected)), "{written}");
        }
        // Durations and serial numbers are no times.
        for other in [
            "00000008010203.000000:000",
            "2024013108300.5000000+060",
            "20241331083000.500000+060",
            "1234567890123456789012345",
            "20210708000000.abcdef+000",
        ] {
            assert_eq!(text(other), Some(json!(other)), "{other}");
        }
    }

    #[test]
    fn sizes_are_numbers_and_what_says_nothing_is_left_out() {
        assert_eq!(to_json(Variant::UI8(512_110_190_592)), Some(json!(512_110_190_592_u64)));
        assert_eq!(to_json(Variant::I4(-1)), Some(json!(-1)));
        assert_eq!(to_json(Variant::Bool(false)), Some(json!(false)));
        for nothing in [Variant::Null, Variant::Empty, Variant::Array(vec![Variant::Null])] {
            assert_eq!(to_json(nothing), None);
        }
        assert_eq!(to_json(Variant::R8(f64::NAN)), None);
        assert_eq!((text("   "), text("S4EVNX0M  ")), (None, Some(json!("S4EVNX0M"))));
    }

    #[test]
    fn lists_and_texts_have_an_end() {
        let many = Variant::Array(vec![Variant::UI1(1); 1000]);
        assert_eq!(to_json(many).unwrap().as_array().unwrap().len(), MAX_ITEMS);
        let long = text(&"ä".repeat(5000)).unwrap();
        assert_eq!(long.as_str().unwrap().chars().count(), MAX_LETTERS);
    }
}

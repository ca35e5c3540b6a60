//! Points in time: microseconds since 1970, UTC.
//!
//! One integer on both engines, so that the same SQL compares, sorts and adds
//! times; RFC 3339 with `Z` when a person reads it.

use std::sync::LazyLock;
use std::time::Duration;

use chrono::{DateTime, Datelike, SecondsFormat, Timelike, Utc};
use muster_schedule::NamedZone;
use sea_orm::{ColIdx, QueryResult, TryGetError, TryGetable, Value};
use serde::{Serialize, Serializer};

use crate::clock;

/// The IANA name of every time zone there is.
pub fn all_time_zones() -> &'static [&'static str] {
    static NAMES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| NamedZone::all().map(NamedZone::name).collect());
    &NAMES
}

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The present.
    pub fn now() -> Self {
        Self(clock::micros_since_1970())
    }

    /// From microseconds since 1970.
    pub fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Microseconds since 1970.
    pub fn micros(self) -> i64 {
        self.0
    }

    /// Whole seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// Reads RFC 3339 text with any offset.
    pub fn parse(text: &str) -> Option<Self> {
        let time = DateTime::parse_from_rfc3339(text).ok()?;
        Some(Self(time.timestamp_micros()))
    }

    /// This much later; the end of time if that is past it.
    pub fn plus(self, span: Duration) -> Self {
        let micros = i64::try_from(span.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(micros))
    }

    /// This much earlier; the beginning of time if that is before it.
    pub fn minus(self, span: Duration) -> Self {
        let micros = i64::try_from(span.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_sub(micros))
    }

    /// How long ago `earlier` was; zero if it is in the future.
    pub fn since(self, earlier: Self) -> Duration {
        let micros = self.0.saturating_sub(earlier.0);
        Duration::from_micros(u64::try_from(micros).unwrap_or(0))
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let time =
            DateTime::<Utc>::from_timestamp_micros(self.0).unwrap_or(DateTime::<Utc>::MAX_UTC);
        match four_digits(time) {
            Some(year) => write_digits(year, time, f),
            None => f.write_str(&time.to_rfc3339_opts(SecondsFormat::AutoSi, true)),
        }
    }
}

/// The year, if it has four digits at most and no sign.
fn four_digits(time: DateTime<Utc>) -> Option<u32> {
    u32::try_from(time.year()).ok().filter(|year| *year <= 9999)
}

/// What chrono writes, digit by digit: a list of the fleet has as many times
/// as agents, and chrono's formatting shows in its cost.
fn write_digits(
    year: u32,
    time: DateTime<Utc>,
    f: &mut std::fmt::Formatter<'_>,
) -> std::fmt::Result {
    let mut text = *b"0000-00-00T00:00:00.000000Z";
    let mut put = |range: std::ops::Range<usize>, mut number: u32| {
        for index in range.rev() {
            text[index] = b'0' + u8::try_from(number % 10).unwrap_or(0);
            number /= 10;
        }
    };
    let micros = time.timestamp_subsec_micros();
    put(0..4, year);
    put(5..7, time.month());
    put(8..10, time.day());
    put(11..13, time.hour());
    put(14..16, time.minute());
    put(17..19, time.second());
    put(20..26, micros);
    let end = match micros {
        0 => 19,
        _ if micros.is_multiple_of(1000) => 23,
        _ => 26,
    };
    text[end] = b'Z';
    f.write_str(std::str::from_utf8(&text[..=end]).unwrap_or_default())
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<Timestamp> for Value {
    fn from(time: Timestamp) -> Self {
        time.0.into()
    }
}

/// An optional time as a database value.
pub fn optional(time: Option<Timestamp>) -> Value {
    time.map(Timestamp::micros).into()
}

impl TryGetable for Timestamp {
    fn try_get_by<I: ColIdx>(row: &QueryResult, index: I) -> Result<Self, TryGetError> {
        i64::try_get_by(row, index).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_time_is_written_as_chrono_writes_it(
            seconds in -70_000_000_000_i64..260_000_000_000,
            micros in prop::sample::select(vec![0, 1, 999, 1000, 120_000, 123_456, 999_999]),
        ) {
            let time = Timestamp::from_micros(seconds * 1_000_000 + micros);
            let chrono = DateTime::<Utc>::from_timestamp_micros(time.micros()).unwrap();
            let expected = chrono.to_rfc3339_opts(SecondsFormat::AutoSi, true);
            prop_assert_eq!(time.to_string(), expected);
        }
    }
}

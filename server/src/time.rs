//! Points in time: microseconds since 1970, UTC.
//!
//! One integer on both engines, so that the same SQL compares, sorts and adds
//! times; RFC 3339 with `Z` as soon as somebody reads it.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use sea_orm::{ColIdx, QueryResult, TryGetError, TryGetable, Value};
use serde::{Serialize, Serializer};

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The present, the only place where the server reads the clock.
    pub fn now() -> Self {
        Self(Utc::now().timestamp_micros())
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

    /// How long ago `earlier` was; nothing if it lies ahead.
    pub fn since(self, earlier: Self) -> Duration {
        let micros = self.0.saturating_sub(earlier.0);
        Duration::from_micros(u64::try_from(micros).unwrap_or(0))
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let time =
            DateTime::<Utc>::from_timestamp_micros(self.0).unwrap_or(DateTime::<Utc>::MAX_UTC);
        f.write_str(&time.to_rfc3339_opts(SecondsFormat::AutoSi, true))
    }
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

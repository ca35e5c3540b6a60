//! Storms, one kind at a time, and what always holds.

mod behind_sentence;
mod departures;
mod dependencies;
mod escalation;
mod flapping;
mod site_storm;

use chrono::{DateTime, Utc};

/// An instant, in seconds from one that does not matter.
fn second(second: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_800_000_000 + second, 0).unwrap()
}

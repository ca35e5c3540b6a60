//! Durations on the wire: whole seconds, since nobody writes finer ones.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a duration as seconds.
pub fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    duration.as_secs().serialize(serializer)
}

/// Reads seconds as a duration.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    u64::deserialize(deserializer).map(Duration::from_secs)
}

/// The same for a duration that may be absent.
pub mod optional {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer};

    /// Writes a duration as seconds, or nothing.
    pub fn serialize<S: Serializer>(
        duration: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        duration.map(|duration| duration.as_secs()).serialize(serializer)
    }

    /// Reads seconds as a duration, or nothing.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<u64>::deserialize(deserializer)?;
        Ok(seconds.map(Duration::from_secs))
    }
}

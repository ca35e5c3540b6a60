//! Whether an agent is there.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use crate::time::Timestamp;

/// Presence is recorded every half minute: an agent that was not seen for this
/// long lost the server that held its connection.
const CONNECTION_LIMIT: Duration = Duration::from_secs(75);

/// Whether an agent is connected: it was seen a moment ago, and its connection
/// has not ended since.
pub fn is_connected(last_seen: Option<Timestamp>, is_away: bool, now: Timestamp) -> bool {
    !is_away && last_seen.is_some_and(|seen| now.since(seen) < CONNECTION_LIMIT)
}

/// Whether an agent is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Connected, or seen within its offline time.
    Online,
    /// Not seen for longer than that.
    Offline,
    /// Not seen for longer than its overdue time.
    Overdue,
}

impl Status {
    /// The names in the API.
    pub const NAMES: &'static [&'static str] = &["online", "offline", "overdue"];

    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Online => "online",
            Self::Offline => "offline",
            Self::Overdue => "overdue",
        }
    }

    /// The status of an agent. A connected agent is recorded every half minute,
    /// so the time it was last seen is enough.
    pub fn of(
        last_seen: Option<Timestamp>,
        enrolled: Timestamp,
        offline_minutes: i64,
        overdue_minutes: i64,
        now: Timestamp,
    ) -> Self {
        let is_within = |since: Timestamp, limit: i64| now.since(since) < minutes(limit);
        match last_seen {
            Some(seen) if is_within(seen, offline_minutes) => Self::Online,
            // Never seen: overdue counts from enrolment.
            other if is_within(other.unwrap_or(enrolled), overdue_minutes) => Self::Offline,
            _ => Self::Overdue,
        }
    }

    /// The status as a condition on `agents a`; `$1` is the present.
    pub fn condition(word: &str) -> &'static str {
        match word {
            "online" => ONLINE,
            "offline" => {
                "(not coalesce(a.last_seen + a.offline_time * 60000000 > $1, false)
                  and coalesce(a.last_seen, a.created_time) + a.overdue_time * 60000000 > $1)"
            }
            _ => {
                "(not coalesce(a.last_seen + a.offline_time * 60000000 > $1, false)
                  and coalesce(a.last_seen, a.created_time) + a.overdue_time * 60000000 <= $1)"
            }
        }
    }
}

const ONLINE: &str = "coalesce(a.last_seen + a.offline_time * 60000000 > $1, false)";

fn minutes(count: i64) -> Duration {
    Duration::from_secs(60 * u64::try_from(count).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_is_online_then_offline_then_overdue() {
        let now = Timestamp::from_micros(1_000_000_000_000_000);
        let ago = |count| Some(now.minus(minutes(count)));
        let of = |seen| Status::of(seen, now.minus(minutes(100)), 4, 30, now);

        assert_eq!(of(ago(0)), Status::Online);
        assert_eq!(of(ago(3)), Status::Online);
        assert_eq!(of(ago(4)), Status::Offline);
        assert_eq!(of(ago(29)), Status::Offline);
        assert_eq!(of(ago(30)), Status::Overdue);
        assert_eq!(of(None), Status::Overdue);
        assert_eq!(Status::of(None, now, 4, 30, now), Status::Offline);
    }
}

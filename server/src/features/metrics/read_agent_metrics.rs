//! `GET /agents/<agent_id>/metrics/`: what an agent measured.

use axum::Json;
use axum::extract::State;
use muster_metrics::{Metric, Minute};
use utoipa::IntoParams;

use super::agent_metrics::AgentMetrics;
use super::names::{self, NAMES};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::domain::metrics::{TimeRange, minute_of, read_range};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Fields, Parse, Path, Query, whole};
use crate::time::Timestamp;

const DAY: u32 = 24 * 60;
/// More than anybody keeps.
const MOST_DAYS: u32 = 3660;
const MOST_POINTS: i64 = 2000;
const POINTS: i64 = 500;
/// The last second of the year 9999.
const LAST_SECOND: i64 = 253_402_300_799;

/// Which metrics of an agent, and when.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AgentMetricsQuery {
    /// From when on: RFC 3339, or seconds since 1970. A day before the end if not
    /// said.
    #[param(value_type = Option<String>)]
    from: Option<Minute>,
    /// Until when: RFC 3339, or seconds since 1970. Now if not said; at most 3660
    /// days after the beginning.
    #[param(value_type = Option<String>)]
    to: Option<Minute>,
    /// The most points of a series, 500 if not said.
    points: Option<i64>,
    /// Names of metrics, separated by commas; all if not said.
    #[param(value_type = Option<String>)]
    names: Option<Vec<Metric>>,
}

impl Parse for AgentMetricsQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        let (from, to) = (take_minute(fields, "from"), take_minute(fields, "to"));
        let sentence = format!("must be of {}", NAMES.join(", "));
        let is_known = |text: &String| text.trim().is_empty() || names::parse_list(text).is_some();
        let named = fields.text("names").check(is_known, &sentence).optional();
        Self {
            from,
            to,
            points: fields.whole("points").between(1..=MOST_POINTS).optional(),
            names: named.and_then(|text| names::parse_list(&text)),
        }
    }
}

fn take_minute(fields: &Fields<'_>, name: &str) -> Option<Minute> {
    let sentence = "must be a time such as 2026-01-31T13:30:00Z, or seconds since 1970";
    let text = fields.text(name).check(|text| parse_minute(text).is_some(), sentence);
    text.optional().and_then(|text| parse_minute(&text))
}

/// The minute that a time is in.
fn parse_minute(text: &str) -> Option<Minute> {
    let seconds = match Timestamp::parse(text) {
        Some(time) => time.seconds(),
        None => whole(&text.into())?,
    };
    Minute::from_unix_seconds(seconds).filter(|_| seconds <= LAST_SECOND)
}

impl AgentMetricsQuery {
    /// The range that is meant, seen from now.
    fn range(&self, now: Minute) -> Result<TimeRange, ApiError> {
        // The present minute is part of it.
        let to = self.to.unwrap_or(now.plus(1));
        let from = self.from.unwrap_or(Minute(to.0.saturating_sub(DAY)));
        if from >= to {
            return Err(ApiError::invalid("to", "must be at least a minute after from"));
        }
        if to.0 - from.0 > MOST_DAYS * DAY {
            let sentence = format!("must be at most {MOST_DAYS} days after from");
            return Err(ApiError::invalid("to", sentence));
        }
        let points = usize::try_from(self.points.unwrap_or(POINTS)).unwrap_or(1);
        Ok(TimeRange { from, to, points })
    }
}

/// Read the metrics of an agent.
///
/// In points of equal width, at most as many as asked for, each with mean,
/// smallest and largest value. Older ranges, and long ones, are by the hour.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/metrics/",
    tag = "metrics",
    params(("agent_id" = String, Path), AgentMetricsQuery),
    responses((status = 200, body = AgentMetrics), (status = "default", body = ErrorBody)),
)]
pub async fn read_agent_metrics(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    Path(agent_id): Path<AgentId>,
    Query(query): Query<AgentMetricsQuery>,
) -> Result<Json<AgentMetrics>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let range = query.range(minute_of(Timestamp::now()))?;
    let thinned = read_range(app.db.read(), target.id, range).await?;
    let wanted = query.names.as_deref().unwrap_or(Metric::ALL);
    Ok(Json(AgentMetrics::new(range, thinned, wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_rfc_3339_or_seconds_since_1970() {
        let minute = Some(Minute(29_515_170));
        assert_eq!(parse_minute("2026-02-12T15:30:59Z"), minute);
        assert_eq!(parse_minute("2026-02-12T16:30:00+01:00"), minute);
        assert_eq!(parse_minute("1770910200"), minute);
        assert_eq!(parse_minute("253402300799"), parse_minute("9999-12-31T23:59:59Z"));
        for wrong in ["", "-1", "1.5", "now", "253402300800", "1969-12-31T23:59:59Z"] {
            assert_eq!(parse_minute(wrong), None, "{wrong}");
        }
    }
}

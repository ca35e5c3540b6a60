//! The last results of a check, for messages about its alert.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::cause::Cause;
use crate::domain::check_points::{HistoryPoint, PointState, unpack};
use crate::storage::sql;
use crate::time::Timestamp;

/// Results that a message shows at most.
const MOST: usize = 5;

/// One result, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentResult {
    pub time: Timestamp,
    /// "passing, 21.4 % free".
    pub text: String,
}

#[derive(FromQueryResult)]
struct StoredPoints {
    check_type: String,
    points: Option<Vec<u8>>,
}

/// The last results of the check that a cause is about, the newest first. Those that were
/// stored apart from the result are left out.
pub async fn list_recent(
    db: &impl ConnectionTrait,
    cause: &Cause,
) -> Result<Vec<RecentResult>, DbErr> {
    let (Some(agent), Some(check)) = (cause.agent, cause.check) else { return Ok(Vec::new()) };
    let text = "select c.check_type, r.points
                  from check_results r join checks c on c.id = r.check_id
                 where r.agent_id = $1 and r.check_id = $2";
    let found: Option<StoredPoints> = sql::one(db, text, [agent.into(), check.into()]).await?;
    let Some(StoredPoints { check_type, points: Some(data) }) = found else {
        return Ok(Vec::new());
    };
    let points = unpack(&data);
    Ok(points.iter().rev().take(MOST).map(|point| shown(&check_type, point)).collect())
}

fn shown(check_type: &str, point: &HistoryPoint) -> RecentResult {
    // Fractions of a second help nobody in a mail.
    let time = Timestamp::from_micros(point.time.div_euclid(1000).saturating_mul(1_000_000));
    let text = match point.state {
        PointState::Failing(_) => format!("failing, {}", point.text),
        PointState::Passing => format!("passing{}", value(check_type, point)),
    };
    RecentResult { time, text }
}

/// What was measured, where that is a number.
fn value(check_type: &str, point: &HistoryPoint) -> String {
    let (number, latency) = (point.value(), point.latency_ms());
    match (check_type, latency) {
        ("diskspace", _) => format!(", {number} % free"),
        ("cpuload" | "memory", _) => format!(", {number} %"),
        ("http" | "port", _) => format!(", {number} ms"),
        (_, Some(latency)) => format!(", {latency} ms"),
        (_, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use muster_alerting::Severity;

    use super::*;

    #[test]
    fn a_result_is_shown_with_what_was_measured_or_why_it_failed() {
        let point = |state: PointState, latency: Option<i64>, text: &str| HistoryPoint {
            time: 60_000,
            value: 2140,
            state,
            retcode: None,
            latency,
            text: text.to_owned(),
        };
        let passing = |check_type: &str, latency: Option<i64>| {
            shown(check_type, &point(PointState::Passing, latency, "")).text
        };
        assert_eq!(passing("diskspace", None), "passing, 21.4 % free");
        assert_eq!(passing("memory", None), "passing, 21.4 %");
        assert_eq!(passing("http", None), "passing, 21.4 ms");
        assert_eq!(passing("ping", Some(750)), "passing, 7.5 ms");
        assert_eq!(passing("script", None), "passing");
        let failing = point(PointState::Failing(Severity::Error), None, "return code 1");
        let expected = RecentResult {
            time: Timestamp::from_micros(60_000_000),
            text: "failing, return code 1".to_owned(),
        };
        assert_eq!(shown("script", &failing), expected);
    }
}

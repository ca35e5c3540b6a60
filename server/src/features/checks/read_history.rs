//! `PATCH /checks/<result_id>/history/`, and
//! `GET /agents/<agent_id>/checks/<check_id>/history/`: what a check found over time.

use std::time::Duration;

use axum::extract::{OriginalUri, State};
use axum::http::Uri;
use serde::Serialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::result_target::{self, ResultTarget};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::check_points::{HistoryPoint, PointState};
use crate::domain::checks::{HistoryRange, read_history};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path, Query};
use crate::listing::{ListQuery, ListResponse};
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
const MOST_DAYS: i64 = 36_500;
const MOST_POINTS: i64 = 10_000;
const ORDERINGS: &[&str] = &["x", "y"];

/// Which part of the history.
#[derive(ToSchema)]
pub struct HistoryBody {
    /// How many days back; 0 or left out for all there is.
    #[schema(required = false, rename = "timeFilter")]
    time_filter: i64,
    /// The most points; the smallest and largest values stay.
    points: Option<i64>,
}

impl Parse for HistoryBody {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            time_filter: fields.whole("timeFilter").between(0..=MOST_DAYS).or(0),
            points: fields.whole("points").between(2..=MOST_POINTS).optional(),
        }
    }
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// How many days back; 0 or left out for all there is.
    days: Option<i64>,
    /// The most points; the smallest and largest values stay.
    points: Option<i64>,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for HistoryQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            days: fields.whole("days").between(0..=MOST_DAYS).optional(),
            points: fields.whole("points").between(2..=MOST_POINTS).optional(),
            list: ListQuery::parse(fields),
        }
    }
}

/// What a check found once.
#[derive(Serialize, ToSchema)]
pub struct ShownPoint {
    /// When it ran.
    #[schema(value_type = String, format = DateTime)]
    x: Timestamp,
    /// Percent free of a disk, percent used of processors and memory, milliseconds
    /// of a page or a port and 0 without an answer; otherwise 1 for a failure and 0 for
    /// none.
    y: f64,
    /// What became of it.
    results: PointResults,
}

/// What became of one run of a check.
#[derive(Serialize, ToSchema)]
pub struct PointResults {
    /// `passing` or `failing`.
    status: &'static str,
    /// `info`, `warning` or `error`; null while it passed.
    severity: Option<&'static str>,
    /// The return code of a script; null for others.
    retcode: Option<i64>,
    /// Why it failed; null while it passed.
    more_info: Option<String>,
    /// How long echoes took, in milliseconds; null for other checks.
    latency_ms: Option<f64>,
}

impl From<HistoryPoint> for ShownPoint {
    fn from(point: HistoryPoint) -> Self {
        let (status, severity) = match point.state {
            PointState::Passing => ("passing", None),
            PointState::Failing(severity) => ("failing", Some(severity.as_str())),
        };
        let (y, latency_ms) = (point.value(), point.latency_ms());
        let more_info = Some(point.text).filter(|text| !text.is_empty());
        let results =
            PointResults { status, severity, retcode: point.retcode, more_info, latency_ms };
        Self { x: Timestamp::from_micros(point.time.saturating_mul(1000)), y, results }
    }
}

/// Read the history of a result.
///
/// The newest first. Changes nothing; the same as `GET
/// /agents/{agent_id}/checks/{check_id}/history/`.
#[utoipa::path(
    patch,
    path = "/checks/{id}/history/",
    tag = "checks",
    params(("id" = i64, Path, description = "Key of the result")),
    request_body = HistoryBody,
    responses((status = 200, body = Vec<ShownPoint>), (status = "default", body = ErrorBody)),
)]
pub async fn read_result_history(
    State(app): State<App>,
    caller: Caller<may::ListChecks>,
    OriginalUri(address): OriginalUri,
    Path(id): Path<i64>,
    Body(request): Body<HistoryBody>,
) -> Result<ListResponse, ApiError> {
    let found = result_target::find_result(app.db.read(), &caller.scope, id).await?;
    let found = found.ok_or(ApiError::NotFound("result"))?;
    let part = Part { days: request.time_filter, points: request.points };
    answer(&app, &found, part, &ListQuery::default(), &address).await
}

/// Read the history of a check on an agent.
///
/// The newest first.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/checks/{check_id}/history/",
    tag = "checks",
    params(("agent_id" = String, Path), ("check_id" = i64, Path), HistoryQuery, ListQuery),
    responses((status = 200, body = Vec<ShownPoint>), (status = "default", body = ErrorBody)),
)]
pub async fn read_check_history(
    State(app): State<App>,
    caller: Caller<may::ListChecks>,
    OriginalUri(address): OriginalUri,
    Path((agent_id, check)): Path<(AgentId, i64)>,
    Query(query): Query<HistoryQuery>,
) -> Result<ListResponse, ApiError> {
    let found =
        result_target::find_result_of(app.db.read(), &caller.scope, &agent_id, check).await?;
    let found = found.ok_or(ApiError::NotFound("check"))?;
    let part = Part { days: query.days.unwrap_or(0), points: query.points };
    answer(&app, &found, part, &query.list, &address).await
}

/// Which part of a history is read.
struct Part {
    days: i64,
    points: Option<i64>,
}

async fn answer(
    app: &App,
    found: &ResultTarget,
    part: Part,
    list: &ListQuery,
    address: &Uri,
) -> Result<ListResponse, ApiError> {
    list.order(ORDERINGS)?;
    let from = match u32::try_from(part.days) {
        Ok(days @ 1..) => Timestamp::now().minus(DAY.saturating_mul(days)).micros() / 1000,
        _ => 0,
    };
    let points = part.points.and_then(|points| usize::try_from(points).ok());
    let range = HistoryRange { from, points };
    let points = read_history(app.db.read(), found.result, range).await?;
    let rows = points.into_iter().map(|point| json!(ShownPoint::from(point))).collect();
    Ok(list.apply(rows, ORDERINGS)?.at(address))
}

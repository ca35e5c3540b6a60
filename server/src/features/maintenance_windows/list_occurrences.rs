//! `GET /maintenance/calendar/`: when windows are open.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::load;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::maintenance_windows::{instant, timestamp};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
/// The longest time that is shown at once.
const LONGEST: Duration = Duration::from_secs(400 * 24 * 3600);
/// Occurrences of one window.
const MOST_OF_WINDOW: usize = 1000;

/// Which days.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CalendarQuery {
    /// From when; by default now.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// Until when, at most 400 days later; by default 31 days later.
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<Timestamp>,
}

impl Parse for CalendarQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { from: fields.time("from").optional(), to: fields.time("to").optional() }
    }
}

/// A time in which a window is open.
#[derive(Debug, Serialize, ToSchema)]
pub struct WindowOccurrence {
    /// Key of the window.
    window: i64,
    /// What it is called.
    name: String,
    /// Why nobody is notified.
    reason: String,
    /// What it silences: `agent`, `site`, `client`, `policy` or `view`.
    target_type: &'static str,
    /// Key of that.
    target: i64,
    /// Name of that.
    target_name: String,
    /// When it opens.
    #[schema(value_type = String, format = DateTime)]
    start: Timestamp,
    /// When it closes.
    #[schema(value_type = String, format = DateTime)]
    end: Timestamp,
    /// Who made it.
    created_by: String,
}

/// List when maintenance windows are open.
///
/// By their start; of windows that are switched on and that the caller sees. Times
/// that overlap are listed one by one.
#[utoipa::path(
    get,
    path = "/maintenance/calendar/",
    tag = "maintenance",
    params(CalendarQuery),
    responses((status = 200, body = Vec<WindowOccurrence>), (status = "default", body = ErrorBody)),
)]
pub async fn list_occurrences(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    Query(query): Query<CalendarQuery>,
) -> Result<Json<Vec<WindowOccurrence>>, ApiError> {
    let from = query.from.unwrap_or_else(Timestamp::now);
    let to = query.to.unwrap_or_else(|| from.plus(DAY * 31));
    if to <= from || to.since(from) > LONGEST {
        let sentence = "must be after from, by at most 400 days";
        return Err(ApiError::invalid("to", sentence));
    }
    let db = app.db.read();
    let mut windows = load::list_visible(db, &caller, None).await?;
    windows.retain(|window| window.enabled);
    let shown = load::with_names(db, &windows).await?;
    let mut found = Vec::new();
    for (window, shown) in windows.iter().zip(shown) {
        let Ok(times) = window.times() else { continue };
        let occurrences = times.occurrences(instant(from), instant(to), MOST_OF_WINDOW);
        found.extend(occurrences.into_iter().map(|one| WindowOccurrence {
            window: window.id,
            name: shown.name.clone(),
            reason: shown.reason.clone(),
            target_type: shown.target_type,
            target: shown.target,
            target_name: shown.target_name.clone(),
            start: timestamp(one.start),
            end: timestamp(one.end),
            created_by: shown.stamps.created_by.clone(),
        }));
    }
    found.sort_by_key(|one| (one.start, one.window));
    Ok(Json(found))
}

//! `GET /core/urlaction/`: all URL actions.

use axum::extract::{OriginalUri, State};
use serde_json::Value;

use super::url_action::UrlAction;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::webhooks;
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] = &["id", "name", "action_type"];

/// List the URL actions.
///
/// By name, both kinds. Needs `can_run_urlactions` or `can_edit_core_settings`.
#[utoipa::path(
    get,
    path = "/core/urlaction/",
    tag = "core",
    params(ListQuery),
    responses((status = 200, body = Vec<UrlAction>), (status = "default", body = ErrorBody)),
)]
pub async fn list_url_actions(
    State(app): State<App>,
    _caller: Caller<may::SeeUrlactions>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let actions = webhooks::list_actions(app.db.read(), &app.vault).await?;
    let rows: Result<Vec<Value>, _> =
        actions.iter().map(UrlAction::of).map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.apply(rows, ORDERINGS)?.at(&address))
}

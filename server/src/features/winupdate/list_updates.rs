//! `GET /winupdate/<agent_id>/`: the updates of one agent.

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};

use super::filter::UpdateFilter;
use super::queries;
use super::update::WinUpdate;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Fields, Parse, Path, Query};
use crate::listing::ListQuery;

const ORDERINGS: &[&str] = &["title", "kb", "severity", "state", "action", "date_installed"];

/// What the list takes.
pub struct UpdatesQuery {
    filter: UpdateFilter,
    list: ListQuery,
}

impl Parse for UpdatesQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { filter: UpdateFilter::parse(fields), list: ListQuery::parse(fields) }
    }
}

/// List the updates of an agent.
///
/// By title, as scans found them.
#[utoipa::path(
    get,
    path = "/winupdate/{agent_id}/",
    tag = "winupdate",
    params(("agent_id" = String, Path), UpdateFilter, ListQuery),
    responses((status = 200, body = Vec<WinUpdate>), (status = "default", body = ErrorBody)),
)]
pub async fn list_updates(
    State(app): State<App>,
    caller: Caller<may::ManageWinupdates>,
    OriginalUri(address): OriginalUri,
    Path(agent_id): Path<AgentId>,
    Query(query): Query<UpdatesQuery>,
) -> Result<Response, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let mut selection = query.filter.selection(&caller.scope);
    selection.equals("w.agent_id", target.id);
    let updates = queries::list_updates(app.db.read(), &selection).await?;
    let rows = updates.iter().map(|update| serde_json::json!(update)).collect();
    Ok(query.list.apply(rows, ORDERINGS)?.at(&address).into_response())
}

//! `GET /winupdate/agents/`: the agents behind one update.

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};
use utoipa::IntoParams;

use super::filter::UpdateFilter;
use super::queries;
use super::update::WinUpdate;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::ListQuery;

const ORDERINGS: &[&str] = &["hostname", "client_name", "site_name", "state", "action"];

/// Which update, and on which agents.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UpdateAgentsQuery {
    /// On Windows its GUID, elsewhere package and version.
    guid: String,
    /// Key of a client.
    client: Option<i64>,
    /// Key of a site.
    site: Option<i64>,
    #[param(ignore)]
    filter: UpdateFilter,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for UpdateAgentsQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            guid: fields.text("guid").required(),
            client: fields.whole("client").optional(),
            site: fields.whole("site").optional(),
            filter: UpdateFilter::parse(fields),
            list: ListQuery::parse(fields),
        }
    }
}

/// List the agents behind an update.
///
/// One row for each agent that has it or had it, by host name, as scans found
/// it there.
#[utoipa::path(
    get,
    path = "/winupdate/agents/",
    tag = "winupdate",
    params(UpdateAgentsQuery, UpdateFilter, ListQuery),
    responses((status = 200, body = Vec<WinUpdate>), (status = "default", body = ErrorBody)),
)]
pub async fn list_update_agents(
    State(app): State<App>,
    caller: Caller<may::ManageWinupdates>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<UpdateAgentsQuery>,
) -> Result<Response, ApiError> {
    let mut selection = query.filter.selection(&caller.scope);
    selection.equals("w.guid", query.guid.as_str());
    selection.and("w.state <> 'superseded'");
    if let Some(client) = query.client {
        selection.equals("s.client_id", client);
    }
    if let Some(site) = query.site {
        selection.equals("s.id", site);
    }
    let mut updates = queries::list_updates(app.db.read(), &selection).await?;
    updates.sort_by_cached_key(|update| (update.hostname.to_lowercase(), update.id));
    let rows = updates.iter().map(|update| serde_json::json!(update)).collect();
    Ok(query.list.apply(rows, ORDERINGS)?.at(&address).into_response())
}

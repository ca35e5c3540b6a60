//! `GET /winupdate/`: the updates of the fleet.

use axum::extract::{OriginalUri, State};
use utoipa::IntoParams;

use super::filter::UpdateFilter;
use super::queries;
use super::update::FleetUpdate;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse, LocationAliases, Search};

const ORDERINGS: &[&str] = &["title", "kb", "severity", "pending", "installed", "failed"];
const SEARCHED: &[&str] = &["guid", "kb", "title", "severity"];

/// What narrows the list of the fleet further.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FleetUpdateQuery {
    /// Key of a client.
    client: Option<i64>,
    /// Key of a site.
    site: Option<i64>,
    /// Number in the knowledge base, or the package.
    kb: Option<String>,
    #[param(ignore)]
    filter: UpdateFilter,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for FleetUpdateQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            client: fields.client_or_site("client"),
            site: fields.client_or_site("site"),
            kb: fields.text("kb").optional(),
            filter: UpdateFilter::parse(fields),
            list: ListQuery::parse(fields),
        }
    }
}

/// List the updates of all agents.
///
/// One row for each update, by title, with the agents counted by what became
/// of it there.
#[utoipa::path(
    get,
    path = "/winupdate/",
    tag = "winupdate",
    params(FleetUpdateQuery, UpdateFilter, ListQuery, LocationAliases),
    responses((status = 200, body = Vec<FleetUpdate>), (status = "default", body = ErrorBody)),
)]
pub async fn list_fleet_updates(
    State(app): State<App>,
    caller: Caller<may::ManageWinupdates>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<FleetUpdateQuery>,
) -> Result<ListResponse<FleetUpdate>, ApiError> {
    let order = query.order()?;
    let mut selection = query.filter.selection(&caller.scope);
    selection.and("w.state <> 'superseded'");
    if let Some(client) = query.client {
        selection.equals("s.client_id", client);
    }
    if let Some(site) = query.site {
        selection.equals("s.id", site);
    }
    if let Some(kb) = &query.kb {
        selection.equals("w.kb", kb.as_str());
    }
    if let Some(text) = &query.list.search {
        selection.search(&Search::parse(text), SEARCHED);
    }
    let (db, page) = (app.db.read(), query.list.page());
    let updates = queries::list_fleet_updates(db, &selection, &order, page).await?;
    let total = match page {
        Some(_) => queries::count_fleet_updates(db, &selection).await?,
        None => i64::try_from(updates.len()).unwrap_or(i64::MAX),
    };
    Ok(ListResponse::of_page(updates, total, page)?.at(&address))
}

impl FleetUpdateQuery {
    /// By the number of a column: the columns are results of grouping.
    fn order(&self) -> Result<String, ApiError> {
        let (field, descending) = self.list.order(ORDERINGS)?.unwrap_or(("title".into(), false));
        let column = match field.as_str() {
            "kb" => 2,
            "severity" => 4,
            "pending" => 6,
            "installed" => 7,
            "failed" => 8,
            _ => 3,
        };
        Ok(format!("{column} {}", if descending { "desc" } else { "asc" }))
    }
}

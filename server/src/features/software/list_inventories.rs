//! `GET /software/`: the software of the fleet, agent by agent.

use axum::extract::{OriginalUri, State};

use super::filter::SoftwareFilter;
use super::inventory::AgentSoftware;
use super::queries::{self, Selection};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse, LocationAliases};

/// More than this is not read into memory for one answer.
const MOST_ITEMS: i64 = 200_000;

/// List the software of all agents.
///
/// By host name, with the items that fit the filters; agents without any are
/// left out.
#[utoipa::path(
    get,
    path = "/software/",
    tag = "software",
    params(SoftwareFilter, ListQuery, LocationAliases),
    responses((status = 200, body = Vec<AgentSoftware>), (status = "default", body = ErrorBody)),
)]
pub async fn list_inventories(
    State(app): State<App>,
    caller: Caller<may::ListSoftware>,
    OriginalUri(address): OriginalUri,
    Query(filter): Query<SoftwareFilter>,
) -> Result<ListResponse<AgentSoftware>, ApiError> {
    let order = order(&filter)?;
    let page = filter.list.page();
    let (items, values) = filter.items();
    let selection = Selection { items, values, sites: filter.sites(&caller.scope) };
    let db = app.db.read();
    let counts = queries::count(db, &selection).await?;
    if page.is_none() && counts.items > MOST_ITEMS {
        let sentence =
            format!("send page and page_size: {} items are too many for one answer", counts.items);
        return Err(ApiError::invalid("page", sentence));
    }
    let agents = queries::list_agents(db, &selection, &order, page).await?;
    Ok(ListResponse::of_page(agents, counts.agents, page)?.at(&address))
}

fn order(filter: &SoftwareFilter) -> Result<String, ApiError> {
    let asked = filter.list.order(&["hostname", "collected_at"])?;
    let (field, descending) = asked.unwrap_or(("hostname".to_owned(), false));
    let column = if field == "hostname" { "lower(a.hostname)" } else { "i.collected_at" };
    Ok(format!("{column} {}", if descending { "desc" } else { "asc" }))
}

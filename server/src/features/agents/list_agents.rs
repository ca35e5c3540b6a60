//! `GET /agents/`: all agents in scope, full or reduced.

use axum::extract::{OriginalUri, State};
use axum::http::Uri;
use axum::response::Response;

use super::agent::AgentItem;
use super::agent_query::{AgentFilters, AgentQuery};
use super::fleet::{self, Fleet};
use super::fleet_queries as queries;
use crate::app::App;
use crate::auth::{Caller, Scope, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{Frame, ListQuery, LocationAliases, Page, Search, link, stream_list};
use crate::time::Timestamp;

/// List agents.
///
/// By client, site and host name. `detail=false` gives the reduced list. Every
/// field of an item is a filter.
///
/// A search knows every field of an item, and these names for them: `host` or
/// `name` (hostname), `user` (logged_username), `client`, `site` (names), `os`
/// (operating_system, plat), `platform` (plat), `type` (monitoring_type), `ip`
/// (public_ip, local_ips), `model`, `serial`, `cpu`, `disk`, `ram`, `field`
/// (values of custom fields). After `is:` it knows `online`, `offline`,
/// `overdue`, `connected`, `server`, `workstation`, `maintenance`,
/// `rebootneeded`, `checksfailing`, `checkspassing`, `nochecks`,
/// `patchespending`, `actionspending`, `neverscanned`, `nevercollected`, and
/// the one word that tells how an agent stands with updates: `updatesunknown`
/// (never scanned, or not within a week), `updatesmissing`, `updatesapproved`
/// (all that are missing are approved), `updatesreboot` or `updatescurrent`.
#[utoipa::path(
    get,
    path = "/agents/",
    tag = "agents",
    params(AgentQuery, AgentFilters, ListQuery, LocationAliases),
    responses((status = 200, body = Vec<AgentItem>), (status = "default", body = ErrorBody)),
)]
pub async fn list_agents(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<AgentQuery>,
) -> Result<Response, ApiError> {
    let now = Timestamp::now();
    let mut selection = query.selection(&caller.scope);
    let is_reduced = query.detail == Some(false);
    let Some(page) = query.list.page() else {
        let fleet = match &query.list.search {
            Some(text) => searched(&app, &caller.scope, &selection, text, now).await?,
            None => fleet::load(&app, &caller.scope, &selection, is_reduced, now).await?,
        };
        let frame = Frame::all(count(&fleet));
        return Ok(answer(fleet, frame, is_reduced));
    };
    if let Some(text) = &query.list.search {
        let mut fleet = searched(&app, &caller.scope, &selection, text, now).await?;
        let total = count(&fleet);
        if query.after.is_none() {
            page.must_exist(total)?;
        }
        fleet.cut(start(&fleet, &query, page), usize::try_from(page.size).unwrap_or(usize::MAX));
        return Ok(page_of(fleet, total, page, &query, &address));
    }
    let total = if selection.order.is_none() {
        let counts = queries::count_by_site(app.db.read(), &selection, now).await?;
        selection.counts.insert(counts).values().sum()
    } else {
        queries::count(app.db.read(), &selection, now).await?
    };
    if query.after.is_none() {
        page.must_exist(total)?;
    }
    (selection.page, selection.after) = (Some(page), query.after);
    let fleet = fleet::load(&app, &caller.scope, &selection, is_reduced, now).await?;
    Ok(page_of(fleet, total, page, &query, &address))
}

/// The agents that match a search, on all pages.
async fn searched(
    app: &App,
    scope: &Scope,
    selection: &queries::Selection,
    text: &str,
    now: Timestamp,
) -> Result<Fleet, ApiError> {
    // It also searches fields that a reduced list does not show.
    let mut fleet = fleet::load(app, scope, selection, false, now).await?;
    fleet.search(&Search::parse(text));
    Ok(fleet)
}

/// Where a page starts in a list that is in memory.
fn start(fleet: &Fleet, query: &AgentQuery, page: Page) -> usize {
    match query.after {
        Some(after) => fleet.keys().take_while(|id| *id <= after).count(),
        None => usize::try_from(page.offset()).unwrap_or(usize::MAX),
    }
}

fn page_of(fleet: Fleet, total: i64, page: Page, query: &AgentQuery, address: &Uri) -> Response {
    let cursor = fleet.last().filter(|_| query.is_by_key());
    let next = fleet.has_more.then(|| link(address, page.number + 1, cursor));
    let previous = (page.number > 1).then(|| link(address, page.number - 1, None));
    answer(fleet, Frame::page(total, next, previous), query.detail == Some(false))
}

fn answer(fleet: Fleet, frame: Frame, is_reduced: bool) -> Response {
    stream_list(frame, fleet.len(), move |index, out| fleet.write(index, is_reduced, out))
}

fn count(fleet: &Fleet) -> i64 {
    i64::try_from(fleet.len()).unwrap_or(i64::MAX)
}

/// Keys of the agents in scope that match a query, on all its pages.
pub async fn list_matching(
    app: &App,
    scope: &Scope,
    query: &AgentQuery,
) -> Result<Vec<i64>, ApiError> {
    let (now, selection) = (Timestamp::now(), query.selection(scope));
    match &query.list.search {
        Some(text) => Ok(searched(app, scope, &selection, text, now).await?.keys().collect()),
        None => Ok(fleet::list_keys(app.db.read(), &selection, now).await?),
    }
}

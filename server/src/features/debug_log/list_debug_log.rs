//! `GET /logs/debug/`: the debug log as a list.

use axum::extract::{OriginalUri, State};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::entry::DebugLogEntry;
use super::filters::{Condition, DebugFilters, Order, SORTABLE, kind_of};
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{Filter, ListQuery, ListResponse, Page};

/// What callers get who ask for no page.
pub(super) const NEWEST: Page = Page { number: 1, size: 1000 };

/// What the list accepts.
#[derive(Debug)]
pub struct ListDebugLog {
    list: ListQuery,
    filters: DebugFilters,
    fields: Vec<(&'static str, Filter)>,
}

impl Parse for ListDebugLog {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            list: ListQuery::parse(fields),
            filters: DebugFilters::parse(fields),
            fields: SORTABLE
                .iter()
                .flat_map(|column| {
                    let found = kind_of(column).parse(column, fields);
                    found.into_iter().map(|filter| (*column, filter))
                })
                .collect(),
        }
    }
}

/// The filters by columns of the log, in the OpenAPI document.
pub struct DebugColumnFilters;

impl IntoParams for DebugColumnFilters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        SORTABLE.iter().flat_map(|column| kind_of(column).describe(column)).collect()
    }
}

/// List the debug log, newest first.
///
/// Without `page` the first 1000 entries; `X-Total-Count` says how many there are.
/// A caller with a scope sees the entries about agents in it. The same entry is
/// stored once an hour.
#[utoipa::path(
    get,
    path = "/logs/debug/",
    tag = "logs",
    params(ListQuery, DebugFilters, DebugColumnFilters),
    responses((status = 200, body = Vec<DebugLogEntry>), (status = "default", body = ErrorBody)),
)]
pub async fn list_debug_log(
    State(app): State<App>,
    caller: Caller<may::ViewDebuglogs>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListDebugLog>,
) -> Result<ListResponse<DebugLogEntry>, ApiError> {
    let ListDebugLog { list, filters, fields } = query;
    let mut condition = Condition::new(&caller.scope, filters, list.search.as_deref());
    condition.narrow(&fields);
    let order = match list.order(SORTABLE)? {
        Some((column, descending)) => Order { column, descending },
        None => Order::default(),
    };
    let page = list.page();
    let shown = page.unwrap_or(NEWEST);
    let (entries, total) = queries::read_page(app.db.read(), condition, &order, shown).await?;
    Ok(ListResponse::of_page(entries, total, page)?.at(&address))
}

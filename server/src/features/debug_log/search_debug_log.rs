//! `PATCH /logs/debug/`: the debug log, or one page of it. It changes nothing.

use axum::extract::State;
use utoipa::ToSchema;

use super::entry::DebugLogEntry;
use super::filters::{Condition, DebugFilters, Order, SORTABLE};
use super::list_debug_log::NEWEST;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::listing::{ListResponse, Page};

const MAX_PAGE_SIZE: i64 = 1000;
const LAST_PAGE: i64 = i64::MAX / MAX_PAGE_SIZE;

/// Which entries, and which page of them.
#[derive(Debug, ToSchema)]
pub struct SearchDebugLog {
    /// Without it, the first 1000 entries, newest first.
    #[schema(value_type = DebugPagination, required = false)]
    pagination: Option<DebugPagination>,
    #[serde(flatten)]
    filters: DebugFilters,
}

/// Which page, in which order.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct DebugPagination {
    /// Column to sort by.
    #[schema(required = false, default = "entry_time")]
    sort_by: String,
    /// Whether the newest or largest come first.
    #[schema(required = false, default = true)]
    descending: bool,
    /// From 1.
    #[schema(required = false, default = 1)]
    page: i64,
    /// Entries in a page.
    #[schema(required = false, default = 50)]
    rows_per_page: i64,
}

impl Parse for DebugPagination {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            sort_by: fields.text("sortBy").one_of(SORTABLE).or("entry_time".to_owned()),
            descending: fields.flag("descending").or(true),
            page: fields.whole("page").between(1..=LAST_PAGE).or(1),
            rows_per_page: fields.whole("rowsPerPage").between(1..=MAX_PAGE_SIZE).or(50),
        }
    }
}

impl Parse for SearchDebugLog {
    fn parse(fields: &Fields<'_>) -> Self {
        let pagination = fields.object("pagination");
        Self {
            pagination: pagination.as_ref().map(DebugPagination::parse),
            filters: DebugFilters::parse(fields),
        }
    }
}

/// Search the debug log.
///
/// A page past the end is an empty list; `X-Total-Count` says how many entries
/// pass the filters. A caller with a scope sees the entries about agents in it.
#[utoipa::path(
    patch,
    path = "/logs/debug/",
    tag = "logs",
    request_body = SearchDebugLog,
    responses((status = 200, body = Vec<DebugLogEntry>), (status = "default", body = ErrorBody)),
)]
pub async fn search_debug_log(
    State(app): State<App>,
    caller: Caller<may::ViewDebuglogs>,
    Body(search): Body<SearchDebugLog>,
) -> Result<ListResponse<DebugLogEntry>, ApiError> {
    let SearchDebugLog { pagination, filters } = search;
    let condition = Condition::new(&caller.scope, filters, None);
    let (order, page) = match pagination {
        Some(asked) => (
            Order { column: asked.sort_by, descending: asked.descending },
            Page { number: asked.page, size: asked.rows_per_page },
        ),
        None => (Order::default(), NEWEST),
    };
    let (entries, total) = queries::read_page(app.db.read(), condition, &order, page).await?;
    ListResponse::of_page(entries, total, None)
}

//! `PATCH /logs/audit/`: one page of the audit log. It changes nothing.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::entry::AuditEntry;
use super::filters::{Condition, Filters, Order, SORTABLE};
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::listing::Page;

const MAX_PAGE_SIZE: i64 = 1000;
const LAST_PAGE: i64 = i64::MAX / MAX_PAGE_SIZE;

/// Which rows, and which page of them.
#[derive(Debug, ToSchema)]
pub struct SearchAuditLog {
    /// Default: the first 50 rows, newest first.
    #[schema(required = false)]
    pagination: Pagination,
    #[serde(flatten)]
    filters: Filters,
}

/// Which page, in which order.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct Pagination {
    /// Column to sort by.
    #[schema(required = false, default = "entry_time")]
    sort_by: String,
    /// Whether the newest or largest come first.
    #[schema(required = false, default = true)]
    descending: bool,
    /// From 1.
    #[schema(required = false, default = 1)]
    page: i64,
    /// Rows in a page.
    #[schema(required = false, default = 50)]
    rows_per_page: i64,
}

impl Default for Pagination {
    fn default() -> Self {
        Self { sort_by: "entry_time".to_owned(), descending: true, page: 1, rows_per_page: 50 }
    }
}

impl Parse for Pagination {
    fn parse(fields: &Fields<'_>) -> Self {
        let default = Self::default();
        Self {
            sort_by: fields.text("sortBy").one_of(SORTABLE).or(default.sort_by),
            descending: fields.flag("descending").or(default.descending),
            page: fields.whole("page").between(1..=LAST_PAGE).or(default.page),
            rows_per_page: fields
                .whole("rowsPerPage")
                .between(1..=MAX_PAGE_SIZE)
                .or(default.rows_per_page),
        }
    }
}

impl Parse for SearchAuditLog {
    fn parse(fields: &Fields<'_>) -> Self {
        let pagination = fields.object("pagination");
        Self {
            pagination: pagination.as_ref().map(Pagination::parse).unwrap_or_default(),
            filters: Filters::parse(fields),
        }
    }
}

/// One page of the audit log.
#[derive(Serialize, ToSchema)]
pub struct AuditPage {
    /// The rows of the page.
    pub audit_logs: Vec<AuditEntry>,
    /// How many rows pass the filters, on all pages.
    pub total: i64,
}

/// Search the audit log.
///
/// A page past the end is an empty list. A caller with a scope sees the rows
/// about clients and sites in it, and their own actions.
#[utoipa::path(
    patch,
    path = "/logs/audit/",
    tag = "logs",
    request_body = SearchAuditLog,
    responses((status = 200, body = AuditPage), (status = "default", body = ErrorBody)),
)]
pub async fn search_audit_log(
    State(app): State<App>,
    caller: Caller<may::ViewAuditlogs>,
    Body(search): Body<SearchAuditLog>,
) -> Result<Json<AuditPage>, ApiError> {
    let SearchAuditLog { pagination, filters } = search;
    let condition = Condition::new(&caller, filters, None);
    let page = Page { number: pagination.page, size: pagination.rows_per_page };
    let order = Order { column: pagination.sort_by, descending: pagination.descending };

    let (audit_logs, total) = queries::read_page(app.db.read(), condition, &order, page).await?;
    Ok(Json(AuditPage { audit_logs, total }))
}

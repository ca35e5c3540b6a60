//! `GET /logs/audit/`: the audit log as a list, or as a file.

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::entry::AuditEntry;
use super::export::{Format, export};
use super::filters::{Condition, Filters, Order, SORTABLE, kind_of};
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{Filter, ListQuery, ListResponse};

/// What the list accepts besides the filters.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListAuditLog {
    /// `json`, or `csv` for a file with all rows that pass.
    #[param(value_type = Option<String>)]
    format: Format,
    #[param(ignore)]
    list: ListQuery,
    #[param(ignore)]
    filters: Filters,
    #[param(ignore)]
    fields: Vec<(&'static str, Filter)>,
}

impl Parse for ListAuditLog {
    fn parse(fields: &Fields<'_>) -> Self {
        let format = fields.text("format").one_of(&["json", "csv"]).or(String::new());
        Self {
            format: if format == "csv" { Format::Csv } else { Format::Json },
            list: ListQuery::parse(fields),
            filters: Filters::parse(fields),
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
pub struct ColumnFilters;

impl IntoParams for ColumnFilters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        SORTABLE.iter().flat_map(|column| kind_of(column).describe(column)).collect()
    }
}

/// List the audit log, newest first.
///
/// Without `page` all rows come, as a stream; in any other order than that of
/// time they come in pages only.
#[utoipa::path(
    get,
    path = "/logs/audit/",
    tag = "logs",
    params(ListAuditLog, ListQuery, Filters, ColumnFilters),
    responses((status = 200, body = Vec<AuditEntry>), (status = "default", body = ErrorBody)),
)]
pub async fn list_audit_log(
    State(app): State<App>,
    caller: Caller<may::ViewAuditlogs>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListAuditLog>,
) -> Result<Response, ApiError> {
    let ListAuditLog { format, list, filters, fields } = query;
    let mut condition = Condition::new(&caller, filters, list.search.as_deref());
    condition.narrow(&fields);
    let order = match list.order(SORTABLE)? {
        Some((column, descending)) => Order { column, descending },
        None => Order::default(),
    };
    let Some(page) = list.page().filter(|_| format == Format::Json) else {
        let total = queries::count(app.db.read(), &condition).await?;
        return export(&app, condition, &order, total, format);
    };
    let (entries, total) = queries::read_page(app.db.read(), condition, &order, page).await?;
    Ok(ListResponse::of_page(entries, total, Some(page))?.at(&address).into_response())
}

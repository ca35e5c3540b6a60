//! `GET /agents/actions/bulk/`: all bulk actions.

use axum::extract::{OriginalUri, State};
use sea_orm::Value;
use utoipa::IntoParams;

use super::mode::MODES;
use super::queries::{self, Selection};
use super::show::{Bulk, STATUSES};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse, Page, Search};

/// The columns that are searched.
const SEARCHED: &[&str] = &["mode", "username", "status", "body"];
/// What the list can be ordered by.
const ORDERINGS: &[&str] = &["id", "created", "finished", "mode", "status", "username"];
/// Rows of a list that is requested without pages.
const MAX_ROWS: i64 = 1000;

/// Which bulk actions.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BulkFilters {
    /// `command`, `script`, ….
    mode: Option<String>,
    /// `running`, `finished`, `cancelled` or `stopped`.
    status: Option<String>,
    /// Name of a user.
    user: Option<String>,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for BulkFilters {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            mode: fields.text("mode").one_of(MODES).optional(),
            status: fields.text("status").one_of(STATUSES).optional(),
            user: fields.text("user").optional(),
            list: ListQuery::parse(fields),
        }
    }
}

/// List bulk actions.
///
/// Newest first; without `page` the newest thousand. Counts tell of agents in
/// the caller's scope.
#[utoipa::path(
    get,
    path = "/agents/actions/bulk/",
    tag = "bulk",
    params(BulkFilters, ListQuery),
    responses((status = 200, body = Vec<Bulk>), (status = "default", body = ErrorBody)),
)]
pub async fn list_bulks(
    State(app): State<App>,
    caller: Caller<may::ListAgentHistory>,
    OriginalUri(address): OriginalUri,
    Query(filters): Query<BulkFilters>,
) -> Result<ListResponse<Bulk>, ApiError> {
    let (db, scope) = (app.db.read(), &caller.scope);
    let selection = filters.selection()?;
    let rows = queries::list_bulks(db, scope, &selection).await?;
    let total = queries::count_bulks(db, scope, &selection).await?;
    let bulks = Bulk::shown(&app, scope, rows).await?;
    Ok(ListResponse::of_page(bulks, total, filters.list.page())?.at(&address))
}

impl BulkFilters {
    fn selection(&self) -> Result<Selection, ApiError> {
        let (mut conditions, mut values) = (vec!["(1 = 1)".to_owned()], Vec::<Value>::new());
        let columns = [("mode", &self.mode), ("status", &self.status), ("username", &self.user)];
        for (column, wanted) in columns {
            if let Some(wanted) = wanted {
                values.push(wanted.clone().into());
                conditions.push(format!("b.{column} = ${}", values.len()));
            }
        }
        if let Some(text) = &self.list.search {
            conditions.extend(Search::parse(text).condition(SEARCHED, &mut values));
        }
        let order = match self.list.order(ORDERINGS)? {
            None => "b.created desc, b.id desc".to_owned(),
            Some((field, descending)) => {
                let direction = if descending { "desc" } else { "asc" };
                format!("b.{field} {direction} nulls last, b.id {direction}")
            }
        };
        let page = self.list.page().unwrap_or(Page { number: 1, size: MAX_ROWS });
        Ok(Selection { condition: conditions.join(" and "), values, order, page })
    }
}

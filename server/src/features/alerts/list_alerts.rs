//! `GET /alerts/`: alerts as a list.

use axum::extract::{OriginalUri, State};

use super::alert::Alert;
use super::filters::{AlertFilters, Condition, MoreFilters, SORTABLE};
use super::queries::{self, Order};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse, Page};

/// What callers get who ask for no page.
pub(super) const NEWEST: Page = Page { number: 1, size: 1000 };

/// What the list accepts.
#[derive(Debug)]
pub struct ListAlerts {
    list: ListQuery,
    filters: AlertFilters,
    more: MoreFilters,
}

impl Parse for ListAlerts {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            list: ListQuery::parse(fields),
            filters: AlertFilters::parse(fields),
            more: MoreFilters::parse(fields),
        }
    }
}

/// List alerts, newest first.
///
/// Without `page` the first 1000; `X-Total-Count` says how many there are. Alerts
/// that are suppressed or hidden are left out unless they are asked for. A caller
/// with a scope sees those about agents and sites in it.
#[utoipa::path(
    get,
    path = "/alerts/",
    tag = "alerts",
    params(ListQuery, AlertFilters, MoreFilters),
    responses((status = 200, body = Vec<Alert>), (status = "default", body = ErrorBody)),
)]
pub async fn list_alerts(
    State(app): State<App>,
    caller: Caller<may::ListAlerts>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListAlerts>,
) -> Result<ListResponse<Alert>, ApiError> {
    let ListAlerts { list, filters, more } = query;
    let mut condition = Condition::filtered(&caller.scope, filters, &more);
    condition.search(list.search.as_deref());
    let order = match list.order(SORTABLE)? {
        Some((column, descending)) => Order { column, descending },
        None => Order::default(),
    };
    let page = list.page();
    let shown = page.unwrap_or(NEWEST);
    let (alerts, total) = queries::read_page(app.db.read(), condition, &order, shown).await?;
    Ok(ListResponse::of_page(alerts, total, page)?.at(&address))
}

//! `PATCH /alerts/`: alerts by filters, or the newest of the bell. It changes nothing.

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::alert::Alert;
use super::filters::{AlertFilters, Condition, MoreFilters};
use super::list_alerts::NEWEST;
use super::queries::{self, Order};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::listing::Page;

const MOST: i64 = 1000;

/// Which alerts.
#[derive(Debug, ToSchema)]
pub struct SearchAlerts {
    /// The newest so many of those at the bell, and how many there are. The filters
    /// are ignored then.
    top: Option<i64>,
    #[serde(flatten)]
    filters: AlertFilters,
}

impl Parse for SearchAlerts {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            top: fields.whole("top").between(1..=MOST).nullable().flatten(),
            filters: AlertFilters::parse(fields),
        }
    }
}

/// A list of alerts, or those at the bell.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum FoundAlerts {
    /// With `top`.
    Bell(BellAlerts),
    /// Otherwise: the newest 1000.
    List(Vec<Alert>),
}

/// The newest alerts that are open and shown, neither snoozed nor suppressed.
#[derive(Serialize, ToSchema)]
pub struct BellAlerts {
    /// How many there are.
    alerts_count: i64,
    /// The newest ones.
    alerts: Vec<Alert>,
}

/// Search alerts.
///
/// Newest first. With `top`, an object with the newest that are open and the number
/// of all of them; otherwise a list. `X-Total-Count` says how many there are. A caller
/// with a scope sees those about agents and sites in it.
#[utoipa::path(
    patch,
    path = "/alerts/",
    tag = "alerts",
    request_body = SearchAlerts,
    responses((status = 200, body = FoundAlerts), (status = "default", body = ErrorBody)),
)]
pub async fn search_alerts(
    State(app): State<App>,
    caller: Caller<may::ListAlerts>,
    Body(search): Body<SearchAlerts>,
) -> Result<impl IntoResponse, ApiError> {
    let db = app.db.read();
    let order = Order::default();
    if let Some(size) = search.top {
        let condition = Condition::shown_at_bell(&caller.scope);
        let page = Page { number: 1, size };
        let (alerts, alerts_count) = queries::read_page(db, condition, &order, page).await?;
        let bell = FoundAlerts::Bell(BellAlerts { alerts_count, alerts });
        return Ok(counted(alerts_count, bell));
    }
    let condition = Condition::filtered(&caller.scope, search.filters, &MoreFilters::default());
    let (alerts, total) = queries::read_page(db, condition, &order, NEWEST).await?;
    Ok(counted(total, FoundAlerts::List(alerts)))
}

fn counted(total: i64, found: FoundAlerts) -> impl IntoResponse {
    ([("x-total-count", total.to_string())], Json(found))
}

//! `GET /metrics/fleet/`: the newest value of one metric, of every agent.

use std::collections::HashMap;

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};
use muster_metrics::Metric;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::agent_metrics::{rounded_value, time_of};
use super::names::NAMES;
use super::queries::{self, NamedAgent};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::metrics::{AgentFilter, LatestValue, list_latest};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentKey;
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, LocationAliases};
use crate::time::Timestamp;

const ORDERINGS: &[&str] = &["hostname", "client", "site", "label", "time", "value"];

/// Which metric, and of which agents.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FleetMetricQuery {
    /// Name of the metric.
    name: String,
    /// Which mount, device, interface or sensor. If not said, the one with the
    /// largest value of each agent; of `disk_free`, the smallest.
    label: Option<String>,
    /// Key of a client.
    client: Option<i64>,
    /// Key of a site.
    site: Option<i64>,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for FleetMetricQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: fields.text("name").one_of(&NAMES).required(),
            label: fields.text("label").max(255).optional(),
            client: fields.client_or_site("client"),
            site: fields.client_or_site("site"),
            list: ListQuery::parse(fields),
        }
    }
}

/// The newest value of one agent.
#[derive(Serialize, ToSchema)]
pub struct FleetValue {
    /// Identifier of the agent.
    agent_id: String,
    /// The host name of the computer.
    hostname: String,
    /// Name of the client.
    client: String,
    /// Name of the site.
    site: String,
    /// Which mount, device, interface or sensor; empty for metrics without.
    label: String,
    /// When it was measured. Null if nothing is known of the last 15 minutes.
    #[schema(value_type = Option<String>, format = DateTime)]
    time: Option<Timestamp>,
    /// The value. Null if nothing is known of the last 15 minutes.
    value: Option<f64>,
}

/// List the newest value of one metric.
///
/// One row for each agent, by host name. What was measured more than 15 minutes
/// ago does not count: then `time` and `value` are null.
#[utoipa::path(
    get,
    path = "/metrics/fleet/",
    tag = "metrics",
    params(FleetMetricQuery, ListQuery, LocationAliases),
    responses((status = 200, body = Vec<FleetValue>), (status = "default", body = ErrorBody)),
)]
pub async fn list_fleet_metric(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<FleetMetricQuery>,
) -> Result<Response, ApiError> {
    query.list.order(ORDERINGS)?;
    let filter = AgentFilter { scope: &caller.scope, client: query.client, site: query.site };
    let db = app.db.read();
    let agents = queries::list_agents(db, &filter).await?;
    let latest = list_latest(db, &filter, Metric::from_name(&query.name)).await?;
    let mut shown = shown_values(latest, query.label.as_deref());
    let row = |agent| serde_json::json!(FleetValue::new(agent, &mut shown));
    let rows = agents.into_iter().map(row).collect();
    Ok(query.list.apply(rows, ORDERINGS)?.at(&address).into_response())
}

/// One value of each agent: of this label, or the one that says most.
fn shown_values(latest: Vec<LatestValue>, label: Option<&str>) -> HashMap<AgentKey, LatestValue> {
    let mut shown: HashMap<AgentKey, LatestValue> = HashMap::new();
    for value in latest {
        if label.is_some_and(|label| label != value.label) {
            continue;
        }
        if shown.get(&value.agent).is_none_or(|known| says_more(&value, known)) {
            shown.insert(value.agent, value);
        }
    }
    shown
}

/// Whether a value tells more of an agent's state than another one of the same
/// metric: of free space the smaller one, otherwise the larger one.
fn says_more(value: &LatestValue, known: &LatestValue) -> bool {
    match value.metric {
        Metric::DiskFree => value.value < known.value,
        _ => value.value > known.value,
    }
}

impl FleetValue {
    /// The row of an agent, with its value if there is one.
    fn new(agent: NamedAgent, shown: &mut HashMap<AgentKey, LatestValue>) -> Self {
        let shown = shown.remove(&agent.id);
        Self {
            agent_id: agent.agent_id,
            hostname: agent.hostname,
            client: agent.client,
            site: agent.site,
            time: shown.as_ref().map(|shown| time_of(shown.at)),
            value: shown.as_ref().map(|shown| rounded_value(shown.value)),
            label: shown.map(|shown| shown.label).unwrap_or_default(),
        }
    }
}

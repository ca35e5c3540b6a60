//! `GET /metrics/agents`: the newest values of all agents, for Prometheus.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use futures_util::stream;

use super::prometheus::Exposition;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::metrics::{AgentFilter, list_latest};
use crate::error::{ApiError, ErrorBody};

/// Read the newest values of all agents in Prometheus' text format.
///
/// Every metric is a gauge such as `muster_agent_cpu_percent`, with `agent_id`,
/// `hostname`, `client` and `site`, and `mount`, `device`, `interface` or
/// `sensor` where there are several. Values of the last 15 minutes only.
#[utoipa::path(
    get,
    path = "/metrics/agents",
    tag = "metrics",
    responses((status = 200, body = String, content_type = "text/plain"),
              (status = "default", body = ErrorBody)),
)]
pub async fn export_agent_metrics(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
) -> Result<impl IntoResponse, ApiError> {
    let filter = AgentFilter { scope: &caller.scope, client: None, site: None };
    let db = app.db.read();
    let agents = queries::list_agents(db, &filter).await?;
    let values = list_latest(db, &filter, None).await?;
    let chunks = Exposition::new(&agents, values);
    let body = Body::from_stream(stream::iter(chunks.map(Ok::<_, std::convert::Infallible>)));
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], body))
}

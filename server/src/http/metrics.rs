//! `GET /metrics`: numbers for Prometheus.

use std::sync::OnceLock;

use axum::Extension;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::app::App;
use crate::auth::{ClientAddress, Right, has_right, must_be_monitoring_token};
use crate::error::ApiError;

const SECONDS: &[f64] =
    &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0];

/// Renders the metrics.
#[derive(Clone)]
pub struct MetricsHandle(PrometheusHandle);

impl MetricsHandle {
    /// Counts from now on. The recorder is one per process, also when tests
    /// start several servers in it.
    pub fn install() -> Self {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            PrometheusBuilder::new()
                .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS)
                .expect("the list of buckets is not empty")
                .install_recorder()
                .expect("no other recorder is installed in this process")
        });
        Self(handle.clone())
    }
}

/// Read the metrics in Prometheus' text format.
///
/// Takes the monitoring token (`X-Mon-Token`), or a key or session with
/// can_view_core_settings.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "core",
    responses((status = 200, body = String, content_type = "text/plain"),
              (status = "default", body = crate::error::ErrorBody)),
)]
pub async fn read_metrics(
    State(app): State<App>,
    Extension(address): Extension<ClientAddress>,
    parts: Parts,
) -> Result<impl IntoResponse, ApiError> {
    match parts.headers.get("x-mon-token").and_then(|value| value.to_str().ok()) {
        Some(sent) => must_be_monitoring_token(&app, address, sent).await?,
        None => has_right(&parts, &app, Right::ViewCoreSettings).await?,
    }
    app.metrics.0.run_upkeep();
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.0.render()))
}

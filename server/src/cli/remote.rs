//! `muster remote`: a relay of its own, on another machine than the server.
//!
//! It shares database and bus with the servers and does nothing but pair sockets.

use std::collections::HashSet;
use std::process::ExitCode;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use muster_remote::CONNECT_PATH;
use tokio::signal::unix::{SignalKind, signal};

use super::open_files;
use super::output::print_line;
use super::serve::start_log;
use crate::app::App;
use crate::config::Settings;
use crate::domain::remote::start_node;
use crate::error::ApiError;
use crate::features::remote::connect_remote;
use crate::http::{Admission, KnownPaths, ServedCertificate, framed};
use crate::idempotency::Idempotency;
use crate::serve::Running;
use crate::storage::sql;

/// Answers `ok` while this relay can pair sockets: for load balancers.
const HEALTH_PATH: &str = "/remote/v1/health/";

/// Relays until SIGTERM or Ctrl-C.
pub async fn run(settings: Settings) -> anyhow::Result<ExitCode> {
    start_log(&settings);
    if !settings.remote_enabled {
        anyhow::bail!("MUSTER_REMOTE is off: a relay has nothing to do");
    }
    // It takes PostgreSQL as well, which settings with a bus have.
    if settings.bus_url.is_none() {
        anyhow::bail!(
            "a relay of its own shares database and bus with the servers: set \
             MUSTER_DATABASE_URL and MUSTER_BUS_URL"
        );
    }
    if let Err(error) = open_files::raise_limit() {
        tracing::warn!(%error, "the limit of open files could not be raised");
    }
    let scheme = if settings.tls.is_some() { "https" } else { "http" };
    if let Some(files) = &settings.tls {
        // Before anything is opened, so that a wrong path fails early.
        ServedCertificate::read(files).await?;
    }
    let mut terminate = signal(SignalKind::terminate())?;
    let app = App::open(settings).await?;
    let service = service(&app);
    let running = Running::start_relay(app, service).await?;
    print_line(format_args!("Muster {} relays on {scheme}://{}", crate::VERSION, running.address));
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    tracing::info!("stopping");
    running.stop().await?;
    Ok(ExitCode::SUCCESS)
}

/// The relay's socket and a health answer, in the same frame as every other path.
fn service(app: &App) -> Router {
    let routes = Router::new()
        .route(CONNECT_PATH, get(connect_remote))
        .route(HEALTH_PATH, get(answer_health))
        .fallback(|| async { ApiError::NotFound("path") })
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .with_state(app.clone());
    let known = KnownPaths::new([CONNECT_PATH, HEALTH_PATH]);
    framed(routes, app, known, Idempotency::new(app, HashSet::new()), Admission::default())
}

/// Fails where sessions would: without the database, or without the bus.
async fn answer_health(State(app): State<App>) -> Result<&'static str, ApiError> {
    sql::number(app.db.read(), "select count(*) from installation", []).await?;
    if !app.bus.is_connected() {
        return Err(ApiError::Unavailable("the message bus"));
    }
    start_node(&app).await?;
    Ok("ok")
}

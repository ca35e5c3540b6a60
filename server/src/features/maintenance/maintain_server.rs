//! `POST /core/servermaintenance/`: maintenance by hand.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::return_space::begin_to_return_space;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::debug_log;
use crate::domain::settings::prune_audit_log;
use crate::domain::{alerts, checks, metrics, runs};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::time::Timestamp;
use crate::wording::sentence;

const ACTIONS: &[&str] = &["reload_bus", "rm_orphaned_tasks", "prune_db", "reload_nats"];
const TABLES: &[&str] = &[
    "audit_logs",
    "pending_actions",
    "alerts",
    "agent_history",
    "check_history",
    "debug_logs",
    "metrics",
];
const BUS_LIMIT: Duration = Duration::from_secs(5);

/// What is to be done.
#[derive(ToSchema)]
pub struct MaintainServer {
    /// `reload_bus` or `reload_nats`, `rm_orphaned_tasks` or `prune_db`.
    action: String,
    /// For `prune_db`, of `audit_logs`, `pending_actions`, `alerts`,
    /// `agent_history`, `check_history`, `debug_logs` and `metrics`.
    #[schema(required = false)]
    prune_tables: Vec<String>,
}

impl Parse for MaintainServer {
    fn parse(fields: &Fields<'_>) -> Self {
        let action = fields.text("action").one_of(ACTIONS).required();
        let prune_tables = fields
            .texts("prune_tables")
            .not_empty()
            .each_of(TABLES, &format!("must be of {}", TABLES.join(", ")));
        let prune_tables = match action == "prune_db" {
            true => prune_tables.required(),
            false => Vec::new(),
        };
        Self { action, prune_tables }
    }
}

/// Maintain the server.
///
/// `prune_db` deletes what has ended, whatever its age: of `agent_history` and
/// `pending_actions` the runs that have ended, of `alerts` those that are resolved, of
/// `debug_logs` everything. Of `audit_logs`, `check_history` and `metrics` only those
/// rows go that are older than their `_prune_days`, and of what this server does not
/// store, nothing. Answers with the counts.
#[utoipa::path(
    post,
    path = "/core/servermaintenance/",
    tag = "core",
    request_body = MaintainServer,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn maintain_server(
    State(app): State<App>,
    caller: Caller<may::DoServerMaint>,
    Body(request): Body<MaintainServer>,
) -> Result<Json<String>, ApiError> {
    caller.must_see_everything()?;
    let message = format!("{} started {}", caller.username, request.action);
    let after = serde_json::json!({
        "action": request.action, "prune_tables": request.prune_tables,
    });
    let entry = Entry::new(Action::Modify, ObjectType::CoreSettings, 1, message).after(&after);
    Change::begin(&app, &caller).await?.commit(entry).await?;
    let message = match request.action.as_str() {
        "reload_bus" | "reload_nats" => {
            if !app.bus.ping(BUS_LIMIT).await {
                return Err(ApiError::Unavailable("the message bus"));
            }
            "the message bus answers".to_owned()
        }
        // Each agent has a copy of its own tasks as a whole: there are no orphans.
        "rm_orphaned_tasks" => "0 orphaned tasks were removed".to_owned(),
        _ => prune(&app, &request.prune_tables).await?,
    };
    Ok(Json(sentence(&message)))
}

async fn prune(app: &App, tables: &[String]) -> Result<String, ApiError> {
    let now = Timestamp::now();
    let mut counts = Vec::with_capacity(tables.len());
    for table in tables {
        let count = match table.as_str() {
            "agent_history" => runs::prune_before(app, now).await?,
            "pending_actions" => runs::prune_waited(app, now).await?,
            "audit_logs" => prune_audit_log(app).await?,
            "metrics" => metrics::prune(app).await?,
            "check_history" => checks::prune(app).await?,
            "alerts" => alerts::prune_before(app, now).await?,
            "debug_logs" => debug_log::prune_before(app, now).await?,
            _ => 0,
        };
        counts.push(format!("{table} {count}"));
    }
    begin_to_return_space(app);
    Ok(format!("rows deleted: {}", counts.join(", ")))
}

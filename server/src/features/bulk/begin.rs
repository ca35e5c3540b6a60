//! Starts a bulk action: stored as a whole, its orders are sent then.

use std::time::Duration;

use serde_json::json;

use super::action::Action;
use super::plan::{Outcome, PlannedAgent};
use super::queries::{self, NewBulk};
use super::request::BulkRequest;
use super::wave::Wave;
use crate::app::App;
use crate::audit::{Action as Deed, Change, Entry, ObjectType};
use crate::auth::{Identity, Purpose};
use crate::domain::fleet::Target;
use crate::domain::runs::store::seal_body;
use crate::domain::runs::{self, BULK_KIND};
use crate::error::ApiError;
use crate::jobs::NewJob;
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(3600);
/// Agents that should be skipped when offline get no order later than this.
const AT_MOST: Duration = Duration::from_secs(60);

/// Stores a bulk action with its first runs, and returns its key. The job that
/// sends the orders is committed with it.
pub async fn begin(
    app: &App,
    caller: &Identity,
    request: &BulkRequest,
    action: &Action,
    planned: &[PlannedAgent],
    retry_of: Option<i64>,
) -> Result<i64, ApiError> {
    let change = Change::begin(app, caller).await?;
    let new = NewBulk { retry_of, ..new_bulk(app, caller, request, action)? };
    let bulk = queries::insert_bulk(&*change, new).await?;
    let of = |outcome: Outcome| planned.iter().filter(move |one| one.outcome == outcome);
    let targets =
        |outcome| -> Vec<Target> { of(outcome).map(|one| one.candidate.target.clone()).collect() };
    let (online, away) = (targets(Outcome::Run), targets(Outcome::Queue));

    let expires = expiry(request.skip_offline, request.queue_hours);
    let (username, user_id) = (&caller.username, caller.user_id);
    let wave = Wave { bulk, action, username, user_id, api_key: caller.api_key_id(), expires };
    let mut refused = wave.insert(app, &*change, &away, false).await?;
    if request.batch.is_some() || action.has_no_order() {
        let waiting: Vec<_> = online.iter().map(|target| (target, "")).collect();
        queries::insert_members(&*change, bulk, "wait", &waiting).await?;
    } else {
        refused.extend(wave.insert(app, &*change, &online, true).await?);
    }
    let skipped: Vec<(&Target, &str)> = of(Outcome::Skip)
        .map(|one| (&one.candidate.target, one.reason.as_str()))
        .chain(refused.iter().map(|(target, reason)| (target, reason.as_str())))
        .collect();
    queries::insert_members(&*change, bulk, "skip", &skipped).await?;

    change.enqueue(runs::expiry_job(expires)).await?;
    change.enqueue(drive_job(bulk)).await?;
    change.commit(action.with_code(entry(caller, request, bulk, planned))).await?;
    Ok(bulk)
}

/// The job that continues a bulk action.
pub fn drive_job(bulk: i64) -> NewJob {
    NewJob::now(BULK_KIND, json!({ "bulk": bulk })).keyed(bulk.to_string())
}

/// Until when the orders wait for agents that are offline.
pub fn expiry(skip_offline: bool, queue_hours: u32) -> Timestamp {
    Timestamp::now().plus(if skip_offline { AT_MOST } else { HOUR * queue_hours })
}

pub fn new_bulk<'a>(
    app: &App,
    caller: &'a Identity,
    request: &BulkRequest,
    action: &Action,
) -> Result<NewBulk<'a>, ApiError> {
    let sealed = |purpose: Purpose, value: &serde_json::Value| {
        app.vault.seal(purpose, value.to_string().as_bytes())
    };
    let action_json =
        serde_json::to_value(action).map_err(|error| ApiError::Internal(error.into()))?;
    let sealed_action = || sealed(Purpose::BulkAction, &action_json);
    let shared = action.shared();
    Ok(NewBulk {
        mode: request.mode.as_str(),
        target: request.shown_target().to_string(),
        body: named(request.shown_body(), action).to_string(),
        sealed_request: sealed(Purpose::BulkRequest, &json!(request.raw)),
        // Only agents whose turn comes later need it.
        sealed_action: request
            .batch
            .map(|_| sealed_action())
            .or_else(|| action.has_no_order().then(sealed_action)),
        username: &caller.username,
        user_id: caller.user_id,
        api_key: caller.api_key_id(),
        skip_offline: request.skip_offline,
        queue_hours: request.queue_hours.into(),
        batch: request.batch,
        stop_on_failures: request.stop_on_failures,
        order_name: shared.map(|shared| shared.order_name.clone()).unwrap_or_default(),
        order_body: shared.map(|shared| seal_body(&app.vault, &shared.order_body)),
        retry_of: None,
    })
}

/// The body with the current name of its script or task, which may be renamed
/// or deleted when somebody reads it.
fn named(mut body: serde_json::Value, action: &Action) -> serde_json::Value {
    if let Some((key, name)) = action.name() {
        body[key] = name.into();
    }
    body
}

/// The row of the audit log.
pub fn entry(
    caller: &Identity,
    request: &BulkRequest,
    bulk: i64,
    planned: &[PlannedAgent],
) -> Entry {
    let agents = planned.iter().filter(|one| one.outcome != Outcome::Skip).count();
    let mode = request.mode.as_str();
    let message = format!("{} started the bulk action {mode} on {agents} agents", caller.username);
    let after = json!({
        "mode": mode, "target": request.shown_target(), "body": request.shown_body(),
        "agents": agents, "skipped": planned.len() - agents,
    });
    let entry = Entry::new(Deed::Bulk, ObjectType::Bulk, bulk, message).after(&after);
    in_one_location(entry, planned)
}

/// A bulk action within one client or site is visible to everybody who sees
/// that.
fn in_one_location(entry: Entry, planned: &[PlannedAgent]) -> Entry {
    let mut targets = planned.iter().map(|one| &one.candidate.target);
    let Some(first) = targets.next() else { return entry };
    let (mut one_client, mut one_site) = (true, true);
    for target in targets {
        one_client &= target.client_id == first.client_id;
        one_site &= target.site_id == first.site_id;
    }
    let entry = if one_client { entry.client(first.client_id) } else { entry };
    if one_site { entry.site(first.site_id, &first.site_name) } else { entry }
}

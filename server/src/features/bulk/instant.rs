//! Bulk actions that the server executes itself, in the transaction of the
//! request: for all agents or for none.

use super::action::Action;
use super::begin::{entry, new_bulk};
use super::counts::Counts;
use super::mode::Mode;
use super::plan::PlannedAgent;
use super::queries::{self, NewBulk};
use super::request::BulkRequest;
use crate::app::App;
use crate::audit::Change;
use crate::auth::Identity;
use crate::domain::fleet::Target;
use crate::error::ApiError;
use crate::features::agents;
use crate::time::Timestamp;

/// Executes a bulk action, and returns its key.
pub async fn execute(
    app: &App,
    caller: &Identity,
    request: BulkRequest,
    planned: Vec<PlannedAgent>,
    retry_of: Option<i64>,
) -> Result<i64, ApiError> {
    let mut change = Change::begin(app, caller).await?;
    let nothing = Action::Nothing(String::new());
    let new = NewBulk { retry_of, ..new_bulk(app, caller, &request, &nothing)? };
    let bulk = queries::insert_bulk(&*change, new).await?;
    let targets: Vec<Target> = planned.iter().map(|one| one.candidate.target.clone()).collect();
    match &request.mode {
        Mode::Edit(update) => {
            agents::edit_many(&mut change, &caller.scope, &targets, update).await?;
        }
        _ => agents::remove_many(&mut change, &targets).await?,
    }
    let done: Vec<(&Target, &str)> = targets.iter().map(|target| (target, "")).collect();
    queries::insert_members(&*change, bulk, "done", &done).await?;
    let mut counts = Counts::default();
    counts.add("done", i64::try_from(targets.len()).unwrap_or(i64::MAX));
    let text = serde_json::to_string(&counts).map_err(|e| ApiError::Internal(e.into()))?;
    queries::finish(&*change, bulk, &text, Timestamp::now()).await?;
    change.commit(entry(caller, &request, bulk, &planned)).await?;
    if matches!(request.mode, Mode::Remove) {
        agents::close_connections(app, &targets).await;
    }
    Ok(bulk)
}

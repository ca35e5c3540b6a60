//! Orders of another server are passed on only if their run is open in the
//! database. A message that is well sealed is not enough to make an agent do
//! what no run and no row of the audit log shows.

use std::collections::HashSet;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::parcel::{Item, Parcel};
use super::routing::LinkResult;
use super::{AgentLink, LinkRequest};
use crate::bus::RequestError;
use crate::ids::{AgentId, RunId};
use crate::storage::sql;

impl AgentLink {
    /// Sends the requests of another server to the connections of this server,
    /// except orders that belong to no open run. For those the agent counts as
    /// not connected.
    pub(super) async fn request_for_peer(&self, parcel: Parcel) -> Vec<LinkResult> {
        let Ok(open) = list_open(self.db.read(), &parcel.items).await else {
            return vec![Err(RequestError::Down); parcel.items.len()];
        };
        let mut answers = vec![Err(RequestError::NoResponders); parcel.items.len()];
        let (mut indexes, mut items) = (Vec::new(), Vec::new());
        for (index, item) in parcel.items.into_iter().enumerate() {
            if is_permitted(&item, &open) {
                indexes.push(index);
                items.push(item);
            }
        }
        let permitted = Parcel { items, ..parcel };
        for (index, answer) in indexes.into_iter().zip(self.request_local(&permitted).await) {
            answers[index] = answer;
        }
        answers
    }
}

fn is_permitted(item: &Item, open: &HashSet<(RunId, AgentId)>) -> bool {
    let Some(run_id) = run_of(item) else { return true };
    let is_open = open.contains(&(run_id, item.agent_id.clone()));
    if !is_open {
        tracing::warn!(
            agent.id = %item.agent_id,
            "an order of another server was refused: there is no open run for it"
        );
    }
    is_open
}

/// The run of an order; none for other requests.
fn run_of(item: &Item) -> Option<RunId> {
    match &item.request {
        LinkRequest::Order(order) => Some(order.run_id.as_str().into()),
        _ => None,
    }
}

#[derive(FromQueryResult)]
struct OpenRun {
    run_id: RunId,
    agent_id: AgentId,
}

/// The runs of these orders that are open, each with its agent.
async fn list_open(
    db: &impl ConnectionTrait,
    items: &[Item],
) -> Result<HashSet<(RunId, AgentId)>, DbErr> {
    let runs: Vec<RunId> = items.iter().filter_map(run_of).collect();
    let mut open = HashSet::with_capacity(runs.len());
    for list in sql::in_lists(&runs) {
        let placeholders = sql::rows(list.len(), 1);
        let text = format!(
            "select r.run_id, a.agent_id from runs r join agents a on a.id = r.agent_id
              where r.status in ('queued', 'running') and r.run_id in {placeholders}"
        );
        let found: Vec<OpenRun> = sql::all(db, &text, list.iter().map(Value::from)).await?;
        open.extend(found.into_iter().map(|run| (run.run_id, run.agent_id)));
    }
    Ok(open)
}

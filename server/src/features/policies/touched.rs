//! What a change may mean for the policies of agents: said once, by whoever
//! changes something, and passed on to all that follow from policies.

use sea_orm::DbErr;
use serde::{Deserialize, Serialize};

use crate::audit::Change;
use crate::features::tasks::{self, Changed};
use crate::features::winupdate;
use crate::jobs::NewJob;

/// The places in which agents may now have other policies, or policies that
/// now say something else. Small, however many agents are there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Touched {
    /// All agents.
    pub everything: bool,
    /// All agents of these clients.
    pub clients: Vec<i64>,
    /// All agents of these sites.
    pub sites: Vec<i64>,
    /// These agents.
    pub agents: Vec<i64>,
}

impl Touched {
    /// All agents.
    pub fn everything() -> Self {
        Self { everything: true, ..Self::default() }
    }

    /// All agents of a client.
    pub fn client(id: i64) -> Self {
        Self { clients: vec![id], ..Self::default() }
    }

    /// All agents of a site.
    pub fn site(id: i64) -> Self {
        Self { sites: vec![id], ..Self::default() }
    }

    /// These agents.
    pub fn agents(ids: impl Into<Vec<i64>>) -> Self {
        Self { agents: ids.into(), ..Self::default() }
    }

    /// Whether nobody is concerned.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Starts all that follows when policies of agents may have changed, once the
/// change is real. Every change of a policy, of where one is set, of what
/// blocks it, or of an agent's site or kind goes through here.
pub async fn touch(change: &Change, touched: &Touched) -> Result<(), DbErr> {
    if touched.is_empty() {
        return Ok(());
    }
    tasks::mark_due(change, Changed::Tasks(touched)).await?;
    change.enqueue(winupdate::decision_job(touched)).await
}

/// A job that is given what was touched.
pub fn job_about(kind: &'static str, touched: &Touched) -> NewJob {
    let payload = serde_json::to_value(touched).expect("lists of numbers are plain JSON");
    let job = NewJob::now(kind, payload);
    // One about everything needs no second to wait beside it.
    if touched.everything { job.keyed("everything") } else { job }
}

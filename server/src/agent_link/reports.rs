//! What an agent reports: stored first, acknowledged then.

use std::collections::BTreeMap;

use muster_protocol::{FromAgent, Inventory, Outcome, Stream, ToAgent};

use super::ledger::{self, Progress};
use super::queries::{self, Enrolled};
use super::{follow_up, refresh};
use crate::app::App;
use crate::events::Event;
use crate::time::Timestamp;

/// Messages stored in one transaction.
const MOST_BYTES: usize = 512 * 1024;
const MOST_MESSAGES: usize = 256;

/// Messages that arrived together.
#[derive(Default)]
pub struct Batch {
    runs: BTreeMap<String, RunReport>,
    inventory: Option<(String, Box<Inventory>)>,
    bytes: usize,
    messages: usize,
}

/// What a batch says of one run.
#[derive(Default)]
struct RunReport {
    accepted: bool,
    unsupported: bool,
    output: Vec<(Stream, u64, Vec<u8>)>,
    outcome: Option<Outcome>,
}

impl Batch {
    /// Adds a message. Those of one run keep their order.
    pub fn add(&mut self, message: FromAgent) {
        self.messages += 1;
        match message {
            FromAgent::Hello(_) => tracing::warn!("an agent said hello twice"),
            FromAgent::Accepted { run_id } => self.run(run_id).accepted = true,
            FromAgent::Unsupported { run_id, .. } => self.run(run_id).unsupported = true,
            FromAgent::Output { run_id, stream, offset, data } => {
                self.bytes += data.len();
                self.run(run_id).output.push((stream, offset, data));
            }
            FromAgent::Finished { run_id, outcome } => self.run(run_id).outcome = Some(outcome),
            // The line passes answers on by itself: they are not stored.
            FromAgent::Answer { .. } => {}
            FromAgent::Inventory { digest, inventory } => {
                self.inventory = Some((digest, inventory));
            }
        }
    }

    /// Whether it should be stored before more is read.
    pub fn is_full(&self) -> bool {
        self.bytes >= MOST_BYTES || self.messages >= MOST_MESSAGES
    }

    fn run(&mut self, run_id: String) -> &mut RunReport {
        self.runs.entry(run_id).or_default()
    }
}

/// Stores a batch in one transaction and gives what the agent is to be told.
pub async fn store(app: &App, agent: &Enrolled, batch: Batch) -> anyhow::Result<Vec<ToAgent>> {
    if batch.runs.is_empty() && batch.inventory.is_none() {
        return Ok(Vec::new());
    }
    let write = app.db.begin().await?;
    let (mut answers, mut ended, mut started) = (Vec::new(), Vec::new(), Vec::new());
    let mut has_jobs = false;
    for (run_id, report) in batch.runs {
        let Some(mut run) = ledger::find_open(&write, agent.id, &run_id).await? else {
            // Over or unknown here: the agent may forget it.
            answers.push(ToAgent::Closed { run_id });
            continue;
        };
        if report.accepted && ledger::mark_running(&write, &run, Timestamp::now()).await? {
            started.push(run_id.clone());
        }
        let before = run.stored();
        for (stream, offset, data) in report.output {
            ledger::append(&write, &mut run, stream, offset, data, app.settings.output_limit)
                .await?;
        }
        if run.stored() != before {
            ledger::note_progress(&write, &run).await?;
            answers.push(stored(&run_id, &run));
        }
        if report.unsupported {
            let reason = "this agent's version does not know the order: update the agent";
            ledger::fail(&write, &run_id, reason, Timestamp::now()).await?;
            ended.push(run_id);
        } else if let Some(outcome) = report.outcome {
            has_jobs |=
                finish(app, &write, &mut answers, &mut ended, run_id, &run, &outcome).await?;
        }
    }
    if let Some((digest, inventory)) = &batch.inventory {
        queries::store_inventory(&write, agent.id, digest, inventory).await?;
    }
    write.commit().await?;
    if has_jobs {
        app.jobs.wake().await;
    }

    tell(app, agent, &started, &ended, batch.inventory.is_some()).await;
    Ok(answers)
}

/// Only a run whose whole output is here may end. Tells whether a job follows.
async fn finish(
    app: &App,
    write: &sea_orm::DatabaseTransaction,
    answers: &mut Vec<ToAgent>,
    ended: &mut Vec<String>,
    run_id: String,
    run: &Progress,
    outcome: &Outcome,
) -> anyhow::Result<bool> {
    let (stdout, stderr) = run.stored();
    if stdout < outcome.stdout || stderr < outcome.stderr {
        // A piece is missing: say how far we are, and the agent sends on.
        tracing::warn!(run.id = run_id, "a run ended before its output was complete");
        answers.push(stored(&run_id, run));
        return Ok(false);
    }
    ledger::finish(write, &run_id, outcome, Timestamp::now()).await?;
    let has_job = follow_up::enqueue(app, write, &run_id).await?;
    answers.push(ToAgent::Closed { run_id: run_id.clone() });
    ended.push(run_id);
    Ok(has_job)
}

fn stored(run_id: &str, run: &Progress) -> ToAgent {
    let (stdout, stderr) = run.stored();
    ToAgent::Stored { run_id: run_id.to_owned(), stdout, stderr }
}

async fn tell(
    app: &App,
    agent: &Enrolled,
    started: &[String],
    ended: &[String],
    has_inventory: bool,
) {
    let event = |topic: &str, kind: &str, data| {
        Event::new(topic, kind, data).about(agent.client_id, agent.site_id)
    };
    for run_id in started {
        let data = serde_json::json!({ "id": run_id, "agent_id": agent.agent_id });
        app.events.publish(&event("runs", "run.started", data)).await;
    }
    for run_id in ended {
        ledger::announce(app, run_id).await;
        let data = serde_json::json!({ "id": run_id, "agent_id": agent.agent_id });
        app.events.publish(&event("runs", "run.finished", data)).await;
    }
    if has_inventory {
        refresh::announce(app, &agent.agent_id).await;
        let data = serde_json::json!({ "agent_id": agent.agent_id, "inventory": true });
        app.events.publish(&event("agents", "agent.updated", data)).await;
    }
}

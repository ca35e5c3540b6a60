//! Orders of a bulk action on their way: many at a time, and a note of how far
//! they are every few thousand. No agent costs a transaction, and no order
//! waits for the results of those before it to be stored.

use futures_util::StreamExt;
use futures_util::stream;
use muster_protocol::Order;
use serde_json::json;

use super::queries::{self, Driven, Unsent, Unwanted};
use crate::agent_link::{Undelivered, ledger};
use crate::app::App;
use crate::events::Event;
use crate::time::Timestamp;

/// Orders on the way at the same time; each may be a megabyte.
const AT_ONCE: usize = 64;
/// Runs read at once.
const PAGE: i64 = 500;
/// Orders between two notes. Should the server die, they go out once more, and
/// the agents take each once.
const NOTED_TOGETHER: usize = 10_000;

/// What came of orders that are not noted yet, by the key of their run.
#[derive(Default)]
struct Unnoted {
    orders: usize,
    away: Vec<i64>,
    unable: Vec<i64>,
}

/// Sends the orders that have not gone out. What is left when the server stops
/// goes out when the next one looks.
pub async fn deliver(app: &App, bulk: &Driven) -> anyhow::Result<()> {
    let mut sent_through = bulk.sent_through;
    let mut unnoted = Unnoted::default();
    while !app.stopping.is_cancelled() {
        let page = queries::list_unsent(app.db.read(), bulk.id, sent_through, PAGE).await?;
        let Some(last) = page.last() else { break };
        sent_through = last.id;
        tell(app, &page).await;
        unnoted.add(&page, send(app, bulk, &page).await);
        take_back(app, &page).await?;
        if unnoted.orders >= NOTED_TOGETHER {
            note(app, bulk, std::mem::take(&mut unnoted), sent_through).await?;
        }
    }
    note(app, bulk, unnoted, sent_through).await
}

impl Unnoted {
    fn add(&mut self, page: &[Unsent], results: Vec<Result<(), Undelivered>>) {
        self.orders += page.len();
        for (run, result) in page.iter().zip(results) {
            match result {
                Err(Undelivered::Offline) => self.away.push(run.id),
                Err(Undelivered::Unsupported) => self.unable.push(run.id),
                Ok(()) | Err(Undelivered::BusDown) => {}
            }
        }
    }
}

/// What came of each, in the order of the page.
async fn send(app: &App, bulk: &Driven, page: &[Unsent]) -> Vec<Result<(), Undelivered>> {
    let one = async |run: &Unsent| {
        let shared = bulk.order_body.as_deref().unwrap_or_default();
        let body = if run.order_body.is_empty() { shared } else { &run.order_body };
        let order =
            Order { run_id: run.run_id.clone(), name: run.order_name.clone(), body: body.to_vec() };
        app.agent_link.send(&run.agent_id, order).await
    };
    stream::iter(page).map(one).buffered(AT_ONCE).collect().await
}

/// Writes down how far the orders are, and what did not arrive.
async fn note(app: &App, bulk: &Driven, unnoted: Unnoted, sent_through: i64) -> anyhow::Result<()> {
    if unnoted.orders == 0 {
        return Ok(());
    }
    let now = Timestamp::now();
    let write = app.db.begin().await?;
    if bulk.skip_offline {
        let problem = Undelivered::Offline.to_string();
        queries::fail_runs(&write, &unnoted.away, &problem, now).await?;
    } else {
        queries::free_slots(&write, &unnoted.away).await?;
    }
    let problem = Undelivered::Unsupported.to_string();
    queries::fail_runs(&write, &unnoted.unable, &problem, now).await?;
    queries::note_sent(&write, bulk.id, sent_through).await?;
    write.commit().await?;
    Ok(())
}

/// A run can be cancelled before its order is on the line: the word to end it
/// was then too early.
async fn take_back(app: &App, page: &[Unsent]) -> anyhow::Result<()> {
    let keys: Vec<i64> = page.iter().map(|run| run.id).collect();
    let cancelled = queries::list_cancelled(app.db.read(), &keys).await?;
    tell_unwanted(app, &cancelled).await;
    Ok(())
}

/// Tells agents to end runs. Those that are away are told when they connect.
pub async fn tell_unwanted(app: &App, runs: &[Unwanted]) {
    let one = async |run: &Unwanted| {
        ledger::announce(app, &run.run_id).await;
        let _ = app.agent_link.cancel(&run.agent_id, &run.run_id).await;
    };
    stream::iter(runs).map(one).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}

async fn tell(app: &App, page: &[Unsent]) {
    for run in page {
        let data = json!({ "id": run.id, "agent_id": run.agent_id });
        for (topic, kind) in [("runs", "run.queued"), ("pending", "created")] {
            let event = Event::new(topic, kind, data.clone()).about(run.client_id, run.site_id);
            app.events.publish(&event).await;
        }
    }
}

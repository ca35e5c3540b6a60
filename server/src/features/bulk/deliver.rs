//! Orders of a bulk action on their way: many at a time, and a note of how far
//! they are every few thousand. No agent costs a transaction, and no order
//! waits for the results of those before it to be stored.

use futures_util::StreamExt;
use futures_util::stream;
use muster_protocol::Order;
use serde_json::json;

use super::queries::{self, Driven, Unsent, Unwanted};
use crate::agent_link::{Addressed, Undelivered};
use crate::app::App;
use crate::domain::runs::queries as stored;
use crate::domain::runs::store;
use crate::events::Event;
use crate::time::Timestamp;

/// Agents told at the same time to end a run.
const AT_ONCE: usize = 64;
/// Runs read at once.
const PAGE: i64 = 500;
/// Orders between two notes. Should the server die, they go out once more, and
/// the agents take each once.
const NOTED_TOGETHER: usize = 10_000;

/// What came of orders that are not noted yet, by the key of their run.
#[derive(Default)]
struct Unnoted {
    orders: Vec<i64>,
    away: Vec<i64>,
    unable: Vec<i64>,
}

/// Sends the orders that have not gone out. What is left when the server stops
/// goes out when the next one looks.
pub async fn deliver(app: &App, bulk: &Driven) -> anyhow::Result<()> {
    let read = async |after| queries::list_unsent(app.db.read(), bulk.id, after, PAGE).await;
    let mut page = read(bulk.sent_through).await?;
    if page.is_empty() {
        return Ok(());
    }
    let first = app.agent_link.storing.orders_first();
    let mut unnoted = Unnoted::default();
    while let Some(last) = page.last().map(|run| run.id)
        && !app.stopping.is_cancelled()
    {
        let (sent, next) = tokio::join!(send(app, bulk, &page), read(last));
        unnoted.add(&page, sent);
        if unnoted.orders.len() >= NOTED_TOGETHER {
            note(app, bulk, std::mem::take(&mut unnoted)).await?;
        }
        page = next?;
    }
    drop(first);
    note(app, bulk, unnoted).await
}

impl Unnoted {
    fn add(&mut self, page: &[Unsent], results: Vec<Result<(), Undelivered>>) {
        for (run, result) in page.iter().zip(results) {
            self.orders.push(run.id);
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
    tell(app, page).await;
    let one = |run: &Unsent| {
        let (run_id, name, body) =
            (run.run_id.clone(), run.order_name.clone(), run.order_body.clone());
        Addressed { agent_id: run.agent_id.clone(), order: Order { run_id, name, body } }
    };
    let shared_body = bulk.order_body.clone().unwrap_or_default();
    app.agent_link.send_all(page.iter().map(one).collect(), shared_body).await
}

/// Writes down how far the orders are, and what did not arrive.
async fn note(app: &App, bulk: &Driven, unnoted: Unnoted) -> anyhow::Result<()> {
    let Some(sent_through) = unnoted.orders.last() else { return Ok(()) };
    let now = Timestamp::now();
    let write = app.db.begin().await?;
    if bulk.skip_offline {
        stored::fail_runs(&write, &unnoted.away, Undelivered::Offline, now).await?;
    } else {
        stored::free_slots(&write, &unnoted.away).await?;
    }
    stored::fail_runs(&write, &unnoted.unable, Undelivered::Unsupported, now).await?;
    queries::note_sent(&write, bulk.id, *sent_through).await?;
    write.commit().await?;
    take_back(app, &unnoted.orders).await
}

/// A run can be cancelled before its order is on the line: the word to end it
/// was then too early.
async fn take_back(app: &App, runs: &[i64]) -> anyhow::Result<()> {
    let cancelled = queries::list_cancelled(app.db.read(), runs).await?;
    tell_unwanted(app, &cancelled).await;
    Ok(())
}

/// Tells agents to end runs. Those that are away are told when they connect.
pub async fn tell_unwanted(app: &App, runs: &[Unwanted]) {
    let one = async |run: &Unwanted| {
        store::announce(app, &run.run_id).await;
        let _ = app.agent_link.cancel(&run.agent_id, &run.run_id).await;
    };
    stream::iter(runs).map(one).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}

async fn tell(app: &App, page: &[Unsent]) {
    let of_run = |run: &Unsent| {
        let data = json!({ "id": run.id, "agent_id": run.agent_id });
        [("runs", "run.queued"), ("pending", "created")].map(|(topic, kind)| {
            Event::new(topic, kind, data.clone()).about(run.client_id, run.site_id)
        })
    };
    let events: Vec<Event> = page.iter().flat_map(of_run).collect();
    app.events.publish_all(&events).await;
}

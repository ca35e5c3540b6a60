//! Sends the orders of a bulk action: many at a time, and the progress is
//! stored every few thousand. No agent costs a transaction, and no order waits
//! for the results of earlier ones to be stored.

use futures_util::StreamExt;
use futures_util::stream;
use muster_protocol::Order;

use super::queries::{self, ActiveBulk, UnsentRun, UnwantedRun};
use crate::agent_link::{AddressedOrder, Undelivered};
use crate::app::App;
use crate::auth::VaultError;
use crate::domain::runs::{Deliveries, store as ledger};
use crate::events::Event;

/// Cancellations sent at the same time.
const AT_ONCE: usize = 64;
/// Runs per query.
const PAGE: i64 = 500;
/// Orders whose delivery is stored in one transaction. If the server dies
/// before, they are sent again, and agents accept each once.
const STORED_TOGETHER: usize = 10_000;

/// Sends the orders that have not been sent. What is left when the server stops
/// is sent by the next job.
pub async fn deliver(app: &App, bulk: &ActiveBulk) -> anyhow::Result<()> {
    let read = async |after| queries::list_unsent(app.db.read(), bulk.id, after, PAGE).await;
    let mut page = read(bulk.sent_through).await?;
    if page.is_empty() {
        return Ok(());
    }
    let first = app.agent_link.storing.orders_first();
    let mut deliveries = Deliveries::default();
    while let Some(last) = page.last().map(|run| run.id)
        && !app.stopping.is_cancelled()
    {
        let (sent, next) = tokio::join!(send(app, bulk, &page), read(last));
        for (run, sent) in page.iter().zip(sent?) {
            deliveries.add(run.id, sent);
        }
        if deliveries.runs.len() >= STORED_TOGETHER {
            store(app, bulk, std::mem::take(&mut deliveries)).await?;
        }
        page = next?;
    }
    drop(first);
    store(app, bulk, deliveries).await
}

/// The result for each run, in the order of the page.
async fn send(
    app: &App,
    bulk: &ActiveBulk,
    page: &[UnsentRun],
) -> Result<Vec<Result<(), Undelivered>>, VaultError> {
    publish_queued(app, page).await;
    let one = |run: &UnsentRun| -> Result<AddressedOrder, VaultError> {
        let body = ledger::open_body(&app.vault, run.order_body.clone())?;
        let (run_id, name) = (run.run_id.clone().into(), run.order_name.clone());
        let (agent_id, order) = (run.agent_id.clone(), Order { run_id, name, body });
        Ok(AddressedOrder { agent_id, order })
    };
    let shared_body = ledger::open_body(&app.vault, bulk.order_body.clone().unwrap_or_default())?;
    let orders = page.iter().map(one).collect::<Result<Vec<_>, VaultError>>()?;
    Ok(app.agent_link.send_all(orders, shared_body).await)
}

/// Stores which orders were sent, and which did not arrive.
async fn store(app: &App, bulk: &ActiveBulk, deliveries: Deliveries) -> anyhow::Result<()> {
    let Some(sent_through) = deliveries.runs.last() else { return Ok(()) };
    let write = app.db.begin().await?;
    // The bulk action before its runs, as everyone does who changes both.
    queries::record_sent(&write, bulk.id, *sent_through).await?;
    deliveries.store(&write, !bulk.skip_offline).await?;
    write.commit().await?;
    Ok(())
}

/// Sends cancellations to agents. Those that are offline get them when they
/// connect.
pub async fn cancel_unwanted(app: &App, runs: &[UnwantedRun]) {
    let one = async |run: &UnwantedRun| {
        ledger::announce_end(app, &run.run_id).await;
        let _ = app.agent_link.cancel(&run.agent_id, &run.run_id).await;
    };
    stream::iter(runs).map(one).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}

async fn publish_queued(app: &App, page: &[UnsentRun]) {
    let of_run = |run: &UnsentRun| {
        [Event::run_queued(run.id, &run.agent_id), Event::pending_created(run.id, &run.agent_id)]
            .map(|event| event.about(run.client_id, run.site_id))
    };
    let events: Vec<Event> = page.iter().flat_map(of_run).collect();
    app.events.publish_all(&events).await;
}

//! The sending half of a connection.

use std::time::Duration;

use anyhow::Context;
use futures_util::{Sink, SinkExt};
use muster_protocol::{FromAgent, PING_SECONDS, SILENCE_SECONDS, encode};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::delivery::Step;
use super::session::Session;
use crate::board::Run;
use crate::inventory::Report;
use crate::run_id::RunId;
use crate::spool;

/// A live connection is pinged long before. One that accepts nothing more is
/// silent and ends.
const SEND_LIMIT: Duration = Duration::from_secs(2 * (PING_SECONDS + SILENCE_SECONDS));

/// Sends whatever there is to report, until the connection breaks.
///
/// Runs take turns, a chunk at a time: one that prints megabytes does not keep
/// the others waiting.
pub async fn send(
    session: &Session,
    sink: &mut (impl Sink<Message, Error = Error> + Unpin),
    mut definitions: watch::Receiver<String>,
) -> anyhow::Result<()> {
    let between_pings = Duration::from_secs(PING_SECONDS);
    let mut ping = interval_at(Instant::now() + between_pings, between_pings);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut inventory = session.shared.inventory.subscribe();
    inventory.mark_changed();
    let mut reported = session.reported.clone();
    let mut packages = session.shared.package_watch.subscribe();
    packages.mark_changed();
    loop {
        session.shared.pulses.link.alive_for(SEND_LIMIT);
        while let Some(message) = next_answer(session) {
            send_message(sink, &message).await?;
        }
        tokio::select! {
            run_id = session.shared.board.next_changed() => send_step(session, sink, &run_id).await?,
            () = session.news.notified() => {}
            changed = inventory.changed() => {
                changed.context("the inventory is no longer collected")?;
                let report = inventory.borrow_and_update().clone();
                if let Some(report) = report.filter(|report| is_news(session, report, &reported.inventory)) {
                    reported.inventory.clone_from(&report.digest);
                    send_message(sink, &report.message()).await?;
                }
            }
            changed = definitions.changed() => {
                changed.context("the definitions are no longer stored")?;
                let digest = definitions.borrow_and_update().clone();
                send_message(sink, &FromAgent::DefinitionsKept { digest }).await?;
            }
            changed = packages.changed() => {
                changed.context("the packages are no longer watched")?;
                let digest = packages.borrow_and_update().clone();
                if reported.packages.as_ref().is_some_and(|known| *known != digest) {
                    reported.packages = Some(digest.clone());
                    send_message(sink, &FromAgent::PackagesChanged { digest }).await?;
                }
            }
            _ = ping.tick() => {
                sink.send(Message::Ping(Default::default())).await.context("the connection broke")?;
            }
        }
    }
}

fn next_answer(session: &Session) -> Option<FromAgent> {
    session.state().answers.pop_front()
}

/// Whether the server asked for the report, or does not know what it says.
fn is_news(session: &Session, report: &Report, reported: &str) -> bool {
    let wanted = std::mem::take(&mut session.state().inventory_wanted);
    wanted || report.digest != reported
}

/// Sends the next step of a run, and puts the run back in the queue.
async fn send_step(
    session: &Session,
    sink: &mut (impl Sink<Message, Error = Error> + Unpin),
    run_id: &RunId,
) -> anyhow::Result<()> {
    let Some(run) = session.shared.board.find(run_id).filter(|run| !run.unwanted) else {
        session.state().deliveries.remove(run_id);
        return Ok(());
    };
    let step = {
        let mut state = session.state();
        let delivery = state.deliveries.entry(run_id.clone()).or_default();
        let Some(step) = delivery.next(&run) else { return Ok(()) };
        delivery.sent(&step);
        step
    };
    if let Some(message) = message_for(session, run_id, &run, &step) {
        send_message(sink, &message).await?;
    }
    session.shared.board.touch(run_id);
    Ok(())
}

/// The message for a step; none when there is nothing left to send.
fn message_for(session: &Session, run_id: &RunId, run: &Run, step: &Step) -> Option<FromAgent> {
    let (shared, id) = (&session.shared, String::from(run_id));
    match *step {
        Step::Accepted => Some(match run.task.clone() {
            Some(start) => FromAgent::TaskStarted { run_id: id, start },
            None => FromAgent::Accepted { run_id: id },
        }),
        Step::Finished => {
            run.outcome.clone().map(|outcome| FromAgent::Finished { run_id: id, outcome })
        }
        Step::Output { stream, offset, length } => {
            // A short read of what was written a moment ago: no thread for it.
            match spool::read(&shared.data.run(run_id), stream, offset, length) {
                Ok(data) => Some(FromAgent::Output { run_id: id, stream, offset, data }),
                // What is gone from the disk must not hold back the outcome.
                Err(error) => {
                    tracing::error!(%error, %run_id, "spooled output cannot be read; it is lost");
                    shared.board.cut(run_id, stream, offset);
                    None
                }
            }
        }
    }
}

async fn send_message(
    sink: &mut (impl Sink<Message, Error = Error> + Unpin),
    message: &FromAgent,
) -> anyhow::Result<()> {
    sink.send(Message::binary(encode(message))).await.context("the connection broke")
}

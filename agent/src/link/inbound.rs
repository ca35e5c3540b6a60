//! The receiving half of a connection.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use futures_util::{Stream, StreamExt};
use muster_metrics::Minute;
use muster_protocol::{FromAgent, Question, SILENCE_SECONDS, ToAgent, decode};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::session::{Session, StoredPart};
use crate::orders::{self, Receipt};
use crate::run_id::RunId;
use crate::{questions, records};

/// Acts on the server's messages until the connection ends or is silent.
pub async fn receive(
    session: &Arc<Session>,
    mut stream: impl Stream<Item = Result<Message, Error>> + Unpin,
) -> anyhow::Result<()> {
    loop {
        let limit = Duration::from_secs(SILENCE_SECONDS);
        let received = tokio::time::timeout(limit, stream.next()).await;
        let Some(message) = received.context("the server is silent")? else { return Ok(()) };
        match message.context("the connection broke")? {
            Message::Binary(frame) => match decode(&frame) {
                Ok(message) => act(session, message),
                Err(error) => tracing::warn!(%error, "a message cannot be decoded"),
            },
            Message::Close(_) => return Ok(()),
            _ => {}
        }
    }
}

fn act(session: &Arc<Session>, message: ToAgent) {
    match message {
        ToAgent::Order(order) => match orders::receive(&session.shared, &order) {
            Receipt::OnBoard(run_id) => {
                session.state().deliveries.entry(run_id.clone()).or_default().resend();
                session.shared.board.touch(&run_id);
            }
            Receipt::Answer(answers) => {
                session.state().answers.extend(answers);
                session.news.notify_one();
            }
        },
        ToAgent::Cancel { run_id } => {
            let run = RunId::parse(&run_id).and_then(|run_id| session.shared.board.find(&run_id));
            if let Some(run) = run {
                tracing::info!(run_id, "a run is cancelled");
                run.cancel.cancel();
            }
        }
        ToAgent::Stored { run_id, stdout, stderr } => {
            let Some(run_id) = RunId::parse(&run_id) else { return };
            if let Some(delivery) = session.state().deliveries.get_mut(&run_id) {
                delivery.stored(stdout, stderr);
            }
            session.shared.board.touch(&run_id);
        }
        ToAgent::Closed { run_id } => {
            let Some(run_id) = RunId::parse(&run_id) else { return };
            session.state().deliveries.remove(&run_id);
            records::close(&session.shared, &run_id);
        }
        ToAgent::SendInventory => {
            session.state().inventory_wanted = true;
            session.shared.inventory.collect_now();
        }
        ToAgent::Question(question) => {
            tokio::spawn(answer(Arc::clone(session), question));
        }
        ToAgent::Definitions { digest, offset, total, data } => {
            let read = session.state().definitions.add(&digest, offset, total, &data);
            match read {
                Ok(Some(definitions)) => session.shared.schedule.offer(definitions),
                Ok(None) => {}
                Err(reason) => tracing::error!(reason, "definitions are refused"),
            }
        }
        ToAgent::Freeze(flag) => session.shared.take_freeze(&flag),
        ToAgent::MetricsStored { through } => {
            session.state().stored_minute = Some(Minute(through));
            session.metrics_stored.notify_one();
        }
        ToAgent::ChecksStored { through } => {
            session.state().stored_report = Some(through);
            session.checks_stored.notify_one();
        }
        ToAgent::RecordingStored { session: name, began, index, code } => {
            let stored = StoredPart { session: name, began, index, code };
            session.state().stored_part = Some(stored);
            session.recording_stored.notify_one();
        }
        ToAgent::Challenge { .. }
        | ToAgent::Proven
        | ToAgent::Welcome(_)
        | ToAgent::Refused { .. } => {
            tracing::warn!("a handshake message after the handshake is ignored");
        }
    }
}

/// Answers a question on its own connection; on another it means nothing.
async fn answer(session: Arc<Session>, question: Question) {
    let id = question.id;
    let answer = tokio::select! {
        answer = questions::answer(&session.shared, question) => answer,
        () = session.ended.cancelled() => return,
    };
    session.state().answers.push_back(FromAgent::Answer { id, answer });
    session.news.notify_one();
}

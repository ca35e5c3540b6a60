//! An agent's open connection: orders out, reports in, until either side closes
//! it.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use futures_util::FutureExt;
use muster_protocol::{Hello, SILENCE_SECONDS, ToAgent, encode};

use super::backlog::{self, QueuedOrder};
use super::queries::ConnectedAgent;
use super::questions::Questions;
use super::received::Received;
use super::socket::Socket;
use crate::agent_link::gathering::PendingMessage;
use crate::agent_link::{LinkReply, ReplySender, Requests};
use crate::app::App;
use crate::domain::checks::AgentReports;
use crate::domain::metrics::AgentMetrics;
use crate::domain::recordings::PendingPart;
use crate::domain::runs::live_output::{self, LiveOutput};
use crate::ids::{RunId, RunKey};
use crate::time::Timestamp;

/// How long a frame may wait for the agent to read.
const SEND_LIMIT: Duration = Duration::from_secs(30);
/// How long a connection gets to prove that it is alive.
pub(super) const PROOF_LIMIT: Duration = Duration::from_secs(2);

pub struct Connection {
    pub(super) app: App,
    pub(super) agent: ConnectedAgent,
    pub(super) process_id: String,
    pub(super) capabilities: Vec<String>,
    pub(super) socket: Socket,
    pub(super) last_received: Instant,
    /// The agent connected again: whether this connection ends is decided when
    /// a pong comes, or none.
    pub(super) takeover: Option<(ReplySender, Instant)>,
    pub(super) output: LiveOutput,
    pub(super) questions: Questions,
    /// Reports that are not stored yet, and until when they may wait.
    pub(super) delayed: Option<(Received, Instant)>,
    /// Runs whose orders were sent and that the agent has not mentioned yet.
    pub(super) unconfirmed: HashSet<RunId>,
    /// Metrics that are not stored yet.
    pub(super) metrics: PendingMessage<AgentMetrics>,
    /// Results of checks that are not stored yet.
    pub(super) checks: PendingMessage<AgentReports>,
    /// A part of a recording that is not stored yet.
    pub(super) recording: PendingPart,
}

impl Connection {
    /// A connection whose agent has proven its identity.
    pub fn new(app: App, agent: ConnectedAgent, hello: Hello, socket: Socket) -> Self {
        Self {
            app,
            agent,
            process_id: hello.process_id,
            capabilities: hello.capabilities,
            socket,
            last_received: Instant::now(),
            takeover: None,
            output: LiveOutput::default(),
            questions: Questions::default(),
            delayed: None,
            unconfirmed: HashSet::new(),
            metrics: PendingMessage::default(),
            checks: PendingMessage::default(),
            recording: PendingPart::default(),
        }
    }

    /// Serves the connection until it ends.
    pub async fn run(mut self, requests: Requests, connection_name: String) {
        let (app, id) = (self.app.clone(), self.agent.id);
        app.presence.enter(id);
        tracing::info!(agent.id = %self.agent.agent_id, "an agent connected");
        let ended = self.serve(&requests).await;
        // The agent keeps what is not acknowledged, and repeats it in its next
        // hello.
        let _ = Box::pin(self.store_delayed()).await;
        // Before the agent can send a hello on its next connection.
        app.runs.lost_orders.add(id, std::mem::take(&mut self.unconfirmed));
        self.release(requests);
        app.presence.leave(id, connection_name);
        let reason = match ended {
            Ok(reason) => reason.to_owned(),
            Err(error) => format!("{error:#}"),
        };
        tracing::info!(agent.id = %self.agent.agent_id, reason, "an agent disconnected");
    }

    /// Releases the connection, and notifies everybody who still waits for it.
    fn release(&mut self, requests: Requests) {
        // Before the reply: an order that comes after it must find the new
        // connection.
        drop(requests);
        if let Some((reply_to, _)) = self.takeover.take() {
            reply_to.reply(LinkReply::Done);
        }
        self.questions.forget_all();
    }

    /// Nearly all connections are idle nearly all the time. Rare work is boxed,
    /// so that its memory is not reserved while nothing happens.
    async fn serve(&mut self, requests: &Requests) -> anyhow::Result<&'static str> {
        if !Box::pin(self.send_backlog()).await? {
            return Ok("the agent closed the connection");
        }
        let closing = self.app.closing_connections.clone();
        loop {
            let deadline = self.deadline();
            tokio::select! {
                frame = self.socket.recv() => {
                    let Some(frame) = frame else { return Ok("the agent closed the connection") };
                    if !Box::pin(self.receive(frame?)).await? {
                        return Ok("the agent closed the connection");
                    }
                }
                pending = requests.next() => {
                    if let Some(reason) = Box::pin(self.handle_request(pending)).await? {
                        return Ok(reason);
                    }
                }
                stored = self.metrics.stored() => {
                    Box::pin(self.acknowledge_metrics(stored?)).await?;
                }
                stored = self.checks.stored() => {
                    Box::pin(self.acknowledge_checks(stored?)).await?;
                }
                stored = self.recording.stored() => {
                    Box::pin(self.acknowledge_recording(stored?)).await?;
                }
                () = tokio::time::sleep_until(deadline.into()) => {
                    if let Some(reason) = Box::pin(self.check_deadlines()).await? {
                        return Ok(reason);
                    }
                }
                () = closing.cancelled() => {
                    self.socket.close().await;
                    return Ok("the server is stopping");
                }
            }
        }
    }

    fn deadline(&self) -> Instant {
        let silence = self.last_received + Duration::from_secs(SILENCE_SECONDS);
        let proof = self.takeover.as_ref().map(|(_, limit)| *limit);
        let delayed = self.delayed.as_ref().map(|(_, limit)| *limit);
        [proof, delayed, self.output.due()].into_iter().flatten().fold(silence, Instant::min)
    }

    /// Does what is due; returns a reason when the connection must end.
    async fn check_deadlines(&mut self) -> anyhow::Result<Option<&'static str>> {
        let now = Instant::now();
        if self.delayed.as_ref().is_some_and(|(_, limit)| *limit <= now) {
            self.store_delayed().await?;
        }
        live_output::publish(&self.app, self.output.take_due(now)).await;
        if self.takeover.as_ref().is_some_and(|(_, limit)| *limit <= now) {
            return Ok(Some("the agent reconnected"));
        }
        if now >= self.last_received + Duration::from_secs(SILENCE_SECONDS) {
            bail!("timeout: no message for {SILENCE_SECONDS} s");
        }
        Ok(None)
    }

    /// Sends the orders that waited, before any newer one, and receives what
    /// the agent sends meanwhile. Returns whether the connection is still open.
    pub(super) async fn send_backlog(&mut self) -> anyhow::Result<bool> {
        let mut last = RunKey(0);
        while !self.app.closing_connections.is_cancelled() {
            let now = Timestamp::now();
            let db = self.app.db.read();
            let page = backlog::list_queued(db, self.agent.id, last, now).await?;
            let Some(newest) = page.last() else { break };
            last = newest.id;
            for queued in page {
                self.send_queued(queued).await?;
            }
            let open = match self.socket.recv().now_or_never() {
                None => true,
                Some(None) => false,
                Some(Some(frame)) => self.receive(frame?).await?,
            };
            if !open {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn send_queued(&mut self, queued: QueuedOrder) -> anyhow::Result<()> {
        let id = queued.id;
        let Some(order) = queued.into_order(&self.app.vault) else { return Ok(()) };
        if self.has_capability(&order.name) {
            return self.send(&ToAgent::Order(order)).await;
        }
        backlog::refuse(&self.app, &self.agent, &order, id).await?;
        Ok(())
    }

    pub(super) async fn send(&mut self, message: &ToAgent) -> anyhow::Result<()> {
        let sent = self.socket.send(encode(message));
        tokio::time::timeout(SEND_LIMIT, sent)
            .await
            .context("timeout: the agent does not read")??;
        Ok(())
    }
}

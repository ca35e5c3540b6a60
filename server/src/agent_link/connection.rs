//! An agent's open line: orders out, reports in, until one side is gone.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::extract::ws::{Message, WebSocket};
use futures_util::FutureExt;
use muster_protocol::{
    Answer, FromAgent, Hello, Question, SILENCE_SECONDS, ToAgent, capability, decode, encode,
};

use super::backlog::{self, Waiting};
use super::batch::Batch;
use super::live_output::{self, LiveOutput};
use super::queries::Enrolled;
use super::questions::{self, Questions};
use super::{LinkReply, LinkRequest, reports};
use crate::app::App;
use crate::bus::{Message as BusMessage, Subscription};
use crate::time::Timestamp;

/// How long a frame may wait for the agent to read.
const SEND_LIMIT: Duration = Duration::from_secs(30);
/// How long a line gets to prove that it is alive.
const PROOF_LIMIT: Duration = Duration::from_secs(2);

/// One agent's line.
pub struct Connection {
    app: App,
    agent: Enrolled,
    process_id: String,
    capabilities: Vec<String>,
    socket: WebSocket,
    last_heard: Instant,
    /// Somebody wants this line; decided when a pong comes, or none.
    takeover: Option<(BusMessage, Instant)>,
    output: LiveOutput,
    questions: Questions,
}

impl Connection {
    /// A line whose agent has proven itself.
    pub fn new(app: App, agent: Enrolled, hello: &Hello, socket: WebSocket) -> Self {
        let (process_id, capabilities) = (hello.process_id.clone(), hello.capabilities.clone());
        Self {
            app,
            agent,
            process_id,
            capabilities,
            socket,
            last_heard: Instant::now(),
            takeover: None,
            output: LiveOutput::default(),
            questions: Questions::default(),
        }
    }

    /// Serves the line until it ends.
    pub async fn run(mut self, mut orders: Subscription) {
        let (app, id) = (self.app.clone(), self.agent.id);
        app.agent_link.presence.enter(id);
        tracing::info!(agent.id = self.agent.agent_id, "an agent connected");
        let ended = self.serve(&mut orders).await;
        // Before making room: an order that comes now must find the new line.
        drop(orders);
        if let Some((request, _)) = self.takeover.take() {
            self.reply(&request, &LinkReply::Done).await;
        }
        for request in self.questions.take_all() {
            // Whoever waits need not wait for the end of their limit.
            self.reply(&request, &LinkReply::LineEnded).await;
        }
        app.agent_link.presence.leave(id);
        let reason = match ended {
            Ok(reason) => reason.to_owned(),
            Err(error) => format!("{error:#}"),
        };
        tracing::info!(agent.id = self.agent.agent_id, reason, "an agent disconnected");
    }

    async fn serve(&mut self, orders: &mut Subscription) -> anyhow::Result<&'static str> {
        if !self.hand_over_backlog().await? {
            return Ok("the agent closed the line");
        }
        let closing = self.app.closing_lines.clone();
        loop {
            let deadline = self.deadline();
            tokio::select! {
                frame = self.socket.recv() => {
                    let Some(frame) = frame else { return Ok("the agent closed the line") };
                    if !self.hear(frame?).await? {
                        return Ok("the agent closed the line");
                    }
                }
                request = orders.next() => {
                    let Some(request) = request else { bail!("the bus is closed") };
                    if let Some(reason) = self.obey(request).await? {
                        return Ok(reason);
                    }
                }
                () = tokio::time::sleep_until(deadline.into()) => {
                    if let Some(reason) = self.look_at_clock().await? {
                        return Ok(reason);
                    }
                }
                () = closing.cancelled() => {
                    let _ = self.socket.send(Message::Close(None)).await;
                    return Ok("the server stops");
                }
            }
        }
    }

    fn deadline(&self) -> Instant {
        let silence = self.last_heard + Duration::from_secs(SILENCE_SECONDS);
        let proof = self.takeover.as_ref().map(|(_, limit)| *limit);
        [proof, self.output.due()].into_iter().flatten().fold(silence, Instant::min)
    }

    /// Does what is due; a reason when the line is to end.
    async fn look_at_clock(&mut self) -> anyhow::Result<Option<&'static str>> {
        let now = Instant::now();
        live_output::publish(&self.app, &self.agent, self.output.take_due(now)).await;
        if self.takeover.as_ref().is_some_and(|(_, limit)| *limit <= now) {
            return Ok(Some("the agent came back on another line"));
        }
        if now >= self.last_heard + Duration::from_secs(SILENCE_SECONDS) {
            bail!("nothing was heard for {SILENCE_SECONDS} s");
        }
        Ok(None)
    }

    /// Sends the orders that waited, before any newer one, and hears what the
    /// agent says meanwhile. Tells whether the line is still open.
    async fn hand_over_backlog(&mut self) -> anyhow::Result<bool> {
        let mut last = 0;
        while !self.app.closing_lines.is_cancelled() {
            let now = Timestamp::now();
            let db = self.app.db.read();
            let page = backlog::list_waiting(db, self.agent.id, last, now).await?;
            let Some(newest) = page.last() else { break };
            last = newest.id;
            for waiting in page {
                self.hand_over(waiting).await?;
            }
            let open = match self.socket.recv().now_or_never() {
                None => true,
                Some(None) => false,
                Some(Some(frame)) => self.hear(frame?).await?,
            };
            if !open {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn hand_over(&mut self, waiting: Waiting) -> anyhow::Result<()> {
        let (id, order) = (waiting.id, waiting.into_order());
        if self.is_able(&order.name) {
            return self.send(&ToAgent::Order(order)).await;
        }
        backlog::refuse(&self.app, &self.agent, &order.run_id, id).await?;
        Ok(())
    }

    /// Takes everything that has arrived by now and stores it in one go.
    async fn hear(&mut self, first: Message) -> anyhow::Result<bool> {
        let mut batch = Batch::default();
        let mut next = Some(first);
        let mut open = true;
        while let Some(frame) = next {
            self.note_heard().await;
            match frame {
                Message::Binary(frame) => match decode::<FromAgent>(&frame) {
                    Ok(FromAgent::Answer { id, answer }) => self.pass_on(id, answer).await,
                    Ok(message) => batch.add(message),
                    // A newer agent may say more than we know; the rest counts.
                    Err(error) => {
                        tracing::warn!(agent.id = self.agent.agent_id, error = %error, "a message was not understood")
                    }
                },
                Message::Close(_) => open = false,
                Message::Text(_) | Message::Ping(_) | Message::Pong(_) => {}
            }
            next = match open && !batch.is_full() {
                true => self.socket.recv().now_or_never().flatten().transpose()?,
                false => None,
            };
        }
        let stored = reports::store(&self.app, &self.agent, batch, &mut self.output).await?;
        for answer in stored {
            self.send(&answer).await?;
        }
        Ok(open)
    }

    /// A sign of life also settles who owns the line.
    async fn note_heard(&mut self) {
        self.last_heard = Instant::now();
        if let Some((request, _)) = self.takeover.take() {
            self.reply(&request, &LinkReply::StillHere).await;
        }
    }

    /// Does what another server asks; a reason when the line is to end.
    async fn obey(&mut self, request: BusMessage) -> anyhow::Result<Option<&'static str>> {
        match decode(&request.payload)? {
            LinkRequest::Order(order) if !self.is_able(&order.name) => {
                self.reply(&request, &LinkReply::Unsupported).await;
            }
            LinkRequest::Order(order) => {
                self.send(&ToAgent::Order(order)).await?;
                self.reply(&request, &LinkReply::Done).await;
            }
            LinkRequest::Cancel { run_id } => {
                self.send(&ToAgent::Cancel { run_id }).await?;
                self.reply(&request, &LinkReply::Done).await;
            }
            LinkRequest::Question { name, body, limit_ms } => {
                self.ask(request, name, body, Duration::from_millis(limit_ms)).await?;
            }
            LinkRequest::SendInventory if !self.is_able(capability::INVENTORY) => {
                self.reply(&request, &LinkReply::Unsupported).await;
            }
            LinkRequest::SendInventory => {
                self.send(&ToAgent::SendInventory).await?;
                self.reply(&request, &LinkReply::Done).await;
            }
            LinkRequest::Takeover { process_id } if process_id == self.process_id => {
                self.takeover = Some((request, Instant::now()));
                return Ok(Some("the agent came back on another line"));
            }
            LinkRequest::Takeover { .. } => {
                self.takeover = Some((request, Instant::now() + PROOF_LIMIT));
                // A line that takes no ping ends here, and makes room.
                self.socket.send(Message::Ping(Default::default())).await?;
            }
            LinkRequest::Close => {
                self.reply(&request, &LinkReply::Done).await;
                return Ok(Some("its credential was taken away"));
            }
        }
        Ok(None)
    }

    fn is_able(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }

    /// Sends a question on, and remembers who asked.
    async fn ask(
        &mut self,
        request: BusMessage,
        name: String,
        body: Vec<u8>,
        limit: Duration,
    ) -> anyhow::Result<()> {
        if !self.is_able(&name) {
            self.reply(&request, &LinkReply::Unsupported).await;
            return Ok(());
        }
        let Some(id) = self.questions.remember(&request, Instant::now() + limit) else {
            self.reply(&request, &LinkReply::Busy).await;
            return Ok(());
        };
        self.send(&ToAgent::Question(Question { id, name, body })).await
    }

    /// Passes an answer on to whoever asked, if they still wait.
    async fn pass_on(&mut self, id: u64, answer: Answer) {
        let Some(request) = self.questions.take(id) else {
            tracing::debug!(agent.id = self.agent.agent_id, id, "an answer nobody waits for");
            return;
        };
        self.reply(&request, &LinkReply::Answer(questions::bounded(answer))).await;
    }

    async fn send(&mut self, message: &ToAgent) -> anyhow::Result<()> {
        let sent = self.socket.send(Message::Binary(encode(message).into()));
        tokio::time::timeout(SEND_LIMIT, sent).await.context("the agent does not read")??;
        Ok(())
    }

    async fn reply(&mut self, request: &BusMessage, reply: &LinkReply) {
        // Whoever asked may be gone, or the bus: the line itself is fine.
        if self.app.bus.respond(request, encode(reply)).await.is_err() {
            tracing::warn!(agent.id = self.agent.agent_id, "a reply about an agent was lost");
        }
    }
}

//! An agent's open line: orders out, reports in, until one side is gone.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::extract::ws::{Message, WebSocket};
use futures_util::FutureExt;
use muster_protocol::{
    Answer, FromAgent, Hello, Question, SILENCE_SECONDS, ToAgent, capability, decode, encode,
};

use super::queries::Enrolled;
use super::questions::{self, Questions};
use super::reports::{self, Batch};
use super::{LinkReply, LinkRequest};
use crate::app::App;
use crate::bus::{Message as BusMessage, Subscription};

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
            questions: Questions::default(),
        }
    }

    /// Serves the line until it ends.
    pub async fn run(mut self, mut orders: Subscription) {
        let (app, id) = (self.app.clone(), self.agent.id);
        app.agent_link.presence.enter(id);
        tracing::info!(agent.id = self.agent.agent_id, "an agent connected");
        let ended = self.serve(&mut orders).await;
        drop(orders);
        for request in self.questions.take_all() {
            // Whoever waits need not wait for the end of their limit.
            let _ = self.reply(&request, &LinkReply::LineEnded).await;
        }
        app.agent_link.presence.leave(id);
        let reason = match ended {
            Ok(reason) => reason.to_owned(),
            Err(error) => format!("{error:#}"),
        };
        tracing::info!(agent.id = self.agent.agent_id, reason, "an agent disconnected");
    }

    async fn serve(&mut self, orders: &mut Subscription) -> anyhow::Result<&'static str> {
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
                    if let Some((request, _)) = self.takeover.take() {
                        self.reply(&request, &LinkReply::Done).await?;
                        return Ok("the agent came back on another line");
                    }
                    bail!("nothing was heard for {SILENCE_SECONDS} s");
                }
                () = self.app.closing_lines.clone().cancelled_owned() => {
                    let _ = self.socket.send(Message::Close(None)).await;
                    return Ok("the server stops");
                }
            }
        }
    }

    fn deadline(&self) -> Instant {
        let silence = self.last_heard + Duration::from_secs(SILENCE_SECONDS);
        match &self.takeover {
            Some((_, limit)) => silence.min(*limit),
            None => silence,
        }
    }

    /// Takes everything that has arrived by now and stores it in one go.
    async fn hear(&mut self, first: Message) -> anyhow::Result<bool> {
        let mut batch = Batch::default();
        let mut next = Some(first);
        let mut open = true;
        while let Some(frame) = next {
            self.note_heard().await?;
            match frame {
                Message::Binary(frame) => match decode::<FromAgent>(&frame) {
                    Ok(FromAgent::Answer { id, answer }) => self.pass_on(id, answer).await?,
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
        for answer in reports::store(&self.app, &self.agent, batch).await? {
            self.send(&answer).await?;
        }
        Ok(open)
    }

    /// A sign of life also settles who owns the line.
    async fn note_heard(&mut self) -> anyhow::Result<()> {
        self.last_heard = Instant::now();
        if let Some((request, _)) = self.takeover.take() {
            self.reply(&request, &LinkReply::StillHere).await?;
        }
        Ok(())
    }

    /// Does what another server asks; a reason when the line is to end.
    async fn obey(&mut self, request: BusMessage) -> anyhow::Result<Option<&'static str>> {
        match decode(&request.payload)? {
            LinkRequest::Order(order) if !self.is_able(&order.name) => {
                self.reply(&request, &LinkReply::Unsupported).await?;
            }
            LinkRequest::Order(order) => {
                self.send(&ToAgent::Order(order)).await?;
                self.reply(&request, &LinkReply::Done).await?;
            }
            LinkRequest::Cancel { run_id } => {
                self.send(&ToAgent::Cancel { run_id }).await?;
                self.reply(&request, &LinkReply::Done).await?;
            }
            LinkRequest::Question { name, body, limit_ms } => {
                self.ask(request, name, body, Duration::from_millis(limit_ms)).await?;
            }
            LinkRequest::SendInventory if !self.is_able(capability::INVENTORY) => {
                self.reply(&request, &LinkReply::Unsupported).await?;
            }
            LinkRequest::SendInventory => {
                self.send(&ToAgent::SendInventory).await?;
                self.reply(&request, &LinkReply::Done).await?;
            }
            LinkRequest::Takeover { process_id } if process_id == self.process_id => {
                self.reply(&request, &LinkReply::Done).await?;
                return Ok(Some("the agent came back on another line"));
            }
            LinkRequest::Takeover { .. } => {
                self.socket.send(Message::Ping(Default::default())).await?;
                self.takeover = Some((request, Instant::now() + PROOF_LIMIT));
            }
            LinkRequest::Close => {
                self.reply(&request, &LinkReply::Done).await?;
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
            return self.reply(&request, &LinkReply::Unsupported).await;
        }
        let Some(id) = self.questions.remember(&request, Instant::now() + limit) else {
            return self.reply(&request, &LinkReply::Busy).await;
        };
        self.send(&ToAgent::Question(Question { id, name, body })).await
    }

    /// Passes an answer on to whoever asked, if they still wait.
    async fn pass_on(&mut self, id: u64, answer: Answer) -> anyhow::Result<()> {
        let Some(request) = self.questions.take(id) else {
            tracing::debug!(agent.id = self.agent.agent_id, id, "an answer nobody waits for");
            return Ok(());
        };
        self.reply(&request, &LinkReply::Answer(questions::bounded(answer))).await
    }

    async fn send(&mut self, message: &ToAgent) -> anyhow::Result<()> {
        let sent = self.socket.send(Message::Binary(encode(message).into()));
        tokio::time::timeout(SEND_LIMIT, sent).await.context("the agent does not read")??;
        Ok(())
    }

    async fn reply(&mut self, request: &BusMessage, reply: &LinkReply) -> anyhow::Result<()> {
        // Whoever asked may be gone, or the bus: the line itself is fine.
        if self.app.bus.respond(request, encode(reply)).await.is_err() {
            tracing::warn!(agent.id = self.agent.agent_id, "a reply about an agent was lost");
        }
        Ok(())
    }
}

//! An agent's open line: orders out, reports in, until one side is gone.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use futures_util::FutureExt;
use muster_protocol::{FromAgent, Hello, SILENCE_SECONDS, ToAgent, decode, encode};
use tokio_tungstenite::tungstenite::Message;

use super::backlog::{self, Waiting};
use super::batch::Batch;
use super::queries::Enrolled;
use super::questions::Questions;
use super::reports;
use super::socket::Socket;
use crate::agent_link::LinkReply;
use crate::app::App;
use crate::bus::{Message as BusMessage, Subscription};
use crate::domain::runs::live_output::{self, LiveOutput};
use crate::time::Timestamp;

/// How long a frame may wait for the agent to read.
const SEND_LIMIT: Duration = Duration::from_secs(30);
/// How long a line gets to prove that it is alive.
pub(super) const PROOF_LIMIT: Duration = Duration::from_secs(2);

/// One agent's line.
pub struct Connection {
    pub(super) app: App,
    pub(super) agent: Enrolled,
    pub(super) process_id: String,
    pub(super) capabilities: Vec<String>,
    pub(super) socket: Socket,
    pub(super) last_heard: Instant,
    /// Somebody wants this line; decided when a pong comes, or none.
    pub(super) takeover: Option<(BusMessage, Instant)>,
    pub(super) output: LiveOutput,
    pub(super) questions: Questions,
    /// Runs whose orders went out and that the agent has not spoken of.
    pub(super) unheard: HashSet<String>,
}

impl Connection {
    /// A line whose agent has proven itself.
    pub fn new(app: App, agent: Enrolled, hello: Hello, socket: Socket) -> Self {
        Self {
            app,
            agent,
            process_id: hello.process_id,
            capabilities: hello.capabilities,
            socket,
            last_heard: Instant::now(),
            takeover: None,
            output: LiveOutput::default(),
            questions: Questions::default(),
            unheard: HashSet::new(),
        }
    }

    /// Serves the line until it ends.
    pub async fn run(mut self, mut orders: Subscription, line: String) {
        let (app, id) = (self.app.clone(), self.agent.id);
        app.presence.enter(id);
        tracing::info!(agent.id = self.agent.agent_id, "an agent connected");
        let ended = self.serve(&mut orders).await;
        // Before anybody can say hello on the next line.
        app.runs.lost_orders.add(id, std::mem::take(&mut self.unheard));
        Box::pin(self.make_room(orders)).await;
        app.presence.leave(id, line);
        let reason = match ended {
            Ok(reason) => reason.to_owned(),
            Err(error) => format!("{error:#}"),
        };
        tracing::info!(agent.id = self.agent.agent_id, reason, "an agent disconnected");
    }

    /// Lets go of the line, and tells everybody who still waits for it.
    async fn make_room(&mut self, orders: Subscription) {
        // Before the word goes out: an order that comes then must find the new line.
        let unheard = orders.end().await;
        if let Some((request, _)) = self.takeover.take() {
            self.reply(&request, &LinkReply::Done).await;
        }
        for request in self.questions.take_all().into_iter().chain(unheard) {
            // Whoever waits need not wait for the end of their limit.
            self.reply(&request, &LinkReply::LineEnded).await;
        }
    }

    /// Almost every line waits almost always. What it does now and then is
    /// boxed: the memory for it is not kept while nothing happens.
    async fn serve(&mut self, orders: &mut Subscription) -> anyhow::Result<&'static str> {
        if !Box::pin(self.hand_over_backlog()).await? {
            return Ok("the agent closed the line");
        }
        let closing = self.app.closing_lines.clone();
        loop {
            let deadline = self.deadline();
            tokio::select! {
                frame = self.socket.recv() => {
                    let Some(frame) = frame else { return Ok("the agent closed the line") };
                    if !Box::pin(self.hear(frame?)).await? {
                        return Ok("the agent closed the line");
                    }
                }
                request = orders.next() => {
                    let Some(request) = request else { bail!("the bus is closed") };
                    if let Some(reason) = Box::pin(self.obey(request)).await? {
                        return Ok(reason);
                    }
                }
                () = tokio::time::sleep_until(deadline.into()) => {
                    if let Some(reason) = Box::pin(self.look_at_clock()).await? {
                        return Ok(reason);
                    }
                }
                () = closing.cancelled() => {
                    self.socket.close().await;
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
        let place = (self.agent.client_id, self.agent.site_id);
        live_output::publish(&self.app, place, self.output.take_due(now)).await;
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
                    Ok(message) => {
                        self.note_run(&message);
                        batch.add(message);
                    }
                    // A newer agent may say more than we know; the rest counts.
                    Err(error) => {
                        tracing::warn!(agent.id = self.agent.agent_id, error = %error, "a message was not understood")
                    }
                },
                Message::Close(_) => open = false,
                // Frames come as parts of messages only.
                Message::Text(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
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

    /// What the agent speaks of has reached it.
    fn note_run(&mut self, message: &FromAgent) {
        if let FromAgent::Accepted { run_id }
        | FromAgent::Unsupported { run_id, .. }
        | FromAgent::Finished { run_id, .. } = message
        {
            self.unheard.remove(run_id);
        }
    }

    /// A sign of life also settles who owns the line.
    async fn note_heard(&mut self) {
        self.last_heard = Instant::now();
        if let Some((request, _)) = self.takeover.take() {
            self.reply(&request, &LinkReply::StillHere).await;
        }
    }

    pub(super) async fn send(&mut self, message: &ToAgent) -> anyhow::Result<()> {
        let sent = self.socket.send(encode(message));
        tokio::time::timeout(SEND_LIMIT, sent).await.context("the agent does not read")??;
        Ok(())
    }

    pub(super) async fn reply(&mut self, request: &BusMessage, reply: &LinkReply) {
        // Whoever asked may be gone: the line itself is fine.
        if self.app.agent_link.respond(request, reply).await.is_err() {
            tracing::warn!(agent.id = self.agent.agent_id, "a reply about an agent was lost");
        }
    }
}

//! One simulated agent: a task that keeps a line open and does what it hears.

mod checks;
mod greeting;
mod metrics;
mod remote;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use muster_metrics::Minute;
use muster_protocol::{
    DefinitionsReader, FromAgent, PING_SECONDS, SILENCE_SECONDS, ToAgent, decode, order_name,
    question_name, reconnect_delay, requested_delay,
};
use rand::RngExt;
use rand::rngs::SmallRng;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::answers;
use crate::checking::Checking;
use crate::clock;
use crate::fleet::{Common, Signal};
use crate::identity::{self, Identity};
use crate::machine;
use crate::outgoing::Outgoing;
use crate::reporting::Reporting;
use crate::runs::Runs;
use crate::samples::Samples;
use crate::server::{NoLine, Socket};

/// A server that takes longer for a step of the greeting is not there.
const STEP_LIMIT: Duration = Duration::from_secs(30);

/// A simulated agent and what it would keep on its disk.
pub struct Agent {
    number: usize,
    agent_id: String,
    identity: Arc<Identity>,
    common: Arc<Common>,
    signal: watch::Receiver<Signal>,
    chance: SmallRng,
    runs: Runs,
    outgoing: Outgoing,
    definitions: String,
    reader: DefinitionsReader,
    samples: Samples,
    reporting: Option<Reporting>,
    checking: Option<Checking>,
    has_arrived: bool,
}

/// Why a line ended.
enum LineEnd {
    Stopped,
    Broken,
    Lost,
}

impl Agent {
    /// An agent that has enrolled.
    pub fn new(number: usize, agent_id: String, identity: Identity, common: &Arc<Common>) -> Self {
        let mut chance = identity::chance(common.seed, number, "metrics");
        let samples = Samples::new(chance.random(), identity.plat);
        let turn: f64 = chance.random();
        let reporting = common
            .metrics
            .map(|rhythm| Reporting::new(rhythm, turn, clock::since_1970(), Instant::now()));
        let turn: f64 = chance.random();
        let checking = common.checks.map(|rhythm| Checking::new(rhythm, turn, Instant::now()));
        Self {
            number,
            agent_id,
            identity: Arc::new(identity),
            chance: identity::chance(common.seed, number, "agent"),
            common: Arc::clone(common),
            signal: common.signal.subscribe(),
            runs: Runs::default(),
            outgoing: Outgoing::default(),
            definitions: String::new(),
            reader: DefinitionsReader::default(),
            samples,
            reporting,
            checking,
            has_arrived: false,
        }
    }

    /// Keeps a line open until the simulation stops.
    pub async fn run(mut self) {
        let mut failures = 0;
        while *self.signal.borrow_and_update() != Signal::Stop {
            let wait = match self.open(failures).await {
                Ok(socket) => {
                    failures = 0;
                    self.common.counts.connected.up();
                    let end = self.hold(socket).await;
                    self.common.counts.connected.down();
                    match end {
                        LineEnd::Stopped => return,
                        LineEnd::Broken => self.common.counts.broken.up(),
                        LineEnd::Lost => self.common.counts.lost.up(),
                    }
                    reconnect_delay(0, self.chance.random())
                }
                Err(NoLine::PutOff(named)) => {
                    self.common.counts.put_off.up();
                    failures += 1;
                    requested_delay(named, self.chance.random())
                }
                Err(NoLine::Failed(reason)) => {
                    self.common.note_problem(reason);
                    failures += 1;
                    reconnect_delay(failures, self.chance.random())
                }
            };
            self.forget_what_was_on_the_way();
            tokio::select! {
                () = sleep(wait) => {}
                _ = self.signal.wait_for(|signal| *signal == Signal::Stop) => return,
            }
        }
    }

    /// Opens a line and greets the server.
    async fn open(&mut self, failures: u32) -> Result<Socket, NoLine> {
        let common = Arc::clone(&self.common);
        let began = Instant::now();
        let late = |_| NoLine::Failed("the server does not answer in time".to_owned());
        let opening = timeout(STEP_LIMIT, common.server.open_line(self.number, failures as usize));
        let mut socket = opening.await.map_err(late)??;
        let server = common.server.authority(self.number, failures as usize);
        timeout(STEP_LIMIT, self.greet(&mut socket, server)).await.map_err(late)??;
        common.counts.connecting.add(began.elapsed());
        common.counts.lines.up();
        if !std::mem::replace(&mut self.has_arrived, true) {
            common.counts.arrived.up();
        }
        Ok(socket)
    }

    /// Serves the line until it ends.
    async fn hold(&mut self, mut socket: Socket) -> LineEnd {
        let now = Instant::now();
        let life = self.common.faults.life(&mut self.chance);
        let breaks = life.map(|life| now + life);
        // Spread, so that a fleet that came at once does not ping at once.
        let mut ping = now + Duration::from_secs(PING_SECONDS).mul_f64(self.chance.random());
        let mut heard = now;
        loop {
            let silence = heard + Duration::from_secs(SILENCE_SECONDS);
            let times = [Some(ping), Some(silence), breaks, self.outgoing.next_due()];
            let own = [self.runs.next_end(), self.metrics_due(), self.checks_due(Instant::now())];
            let times = times.into_iter().chain(own).flatten();
            let wake = times.min().unwrap_or(silence);
            tokio::select! {
                message = socket.next() => match message {
                    Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return LineEnd::Lost,
                    Some(Ok(message)) => {
                        heard = Instant::now();
                        self.hear(message, heard);
                    }
                },
                () = sleep_until(wake) => {}
                _ = self.signal.changed() => {
                    let signal = *self.signal.borrow_and_update();
                    if signal != Signal::Stop {
                        return LineEnd::Broken;
                    }
                    // The server may have closed first.
                    let _ = timeout(STEP_LIMIT, socket.close(None)).await;
                    return LineEnd::Stopped;
                }
            }
            let now = Instant::now();
            if breaks.is_some_and(|time| time <= now) {
                return LineEnd::Broken;
            }
            if now >= silence.max(heard + Duration::from_secs(SILENCE_SECONDS)) {
                return LineEnd::Lost;
            }
            if now >= ping {
                ping = now + Duration::from_secs(PING_SECONDS);
                self.common.counts.pings.up();
                let ping = Message::Ping(Default::default());
                self.outgoing.push(ping, &self.common.faults, &mut self.chance, now);
            }
            if self.speak(&mut socket, now).await.is_break() {
                return LineEnd::Lost;
            }
        }
    }

    /// Sends what is due; returns whether the connection took it.
    async fn speak(&mut self, socket: &mut Socket, now: Instant) -> ControlFlow<()> {
        for word in self.runs.ended(now) {
            self.say(&word, now);
        }
        self.send_metrics(now);
        self.send_checks(now);
        while let Some(message) = self.outgoing.next(now) {
            let sent = timeout(STEP_LIMIT, socket.send(message)).await;
            if !matches!(sent, Ok(Ok(()))) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn hear(&mut self, message: Message, now: Instant) {
        let Message::Binary(frame) = message else { return };
        let message = match decode(&frame) {
            Ok(message) => message,
            Err(error) => return self.common.note_problem(error.to_string()),
        };
        match message {
            ToAgent::Order(order) => {
                let common = Arc::clone(&self.common);
                let mut steady = self.steady("updates");
                let chance = match order.name.as_str() {
                    order_name::SCAN_UPDATES => &mut steady,
                    _ => &mut self.chance,
                };
                if let Some(word) = self.runs.take(&order, &common.work, chance, now) {
                    common.counts.orders.up();
                    common.counts.latest_order.now();
                    self.say(&word, now);
                }
            }
            ToAgent::Cancel { run_id } => self.runs.cancel(&run_id, now),
            ToAgent::Closed { run_id } => {
                if let Some(took) = self.runs.close(&run_id, now) {
                    self.common.counts.closed.up();
                    self.common.counts.storing.add(took);
                }
            }
            ToAgent::Question(question) => {
                self.common.counts.questions.up();
                let mut steady = self.steady("software");
                let chance = match question.name.as_str() {
                    question_name::LIST_SOFTWARE => &mut steady,
                    _ => &mut self.chance,
                };
                let answer = match question.name.as_str() {
                    question_name::OPEN_REMOTE => self.open_remote(&question),
                    _ => answers::answer(&question, chance),
                };
                self.say(&FromAgent::Answer { id: question.id, answer }, now);
            }
            ToAgent::SendInventory => self.send_inventory(now),
            ToAgent::ChecksStored { through } => self.checks_stored(through, now),
            ToAgent::MetricsStored { through } => self.metrics_stored(Minute(through), now),
            ToAgent::Definitions { digest, offset, total, data } => {
                if let Ok(Some(document)) = self.reader.add(&digest, offset, total, &data) {
                    self.common.counts.definitions.up();
                    self.definitions.clone_from(&document.digest);
                    self.follow_checks(&document.checks);
                    self.say(&FromAgent::DefinitionsKept { digest: document.digest }, now);
                }
            }
            ToAgent::Stored { .. }
            | ToAgent::RecordingStored { .. }
            | ToAgent::Challenge { .. }
            | ToAgent::Proven
            | ToAgent::Freeze(_)
            | ToAgent::Welcome(_)
            | ToAgent::Refused { .. } => {}
        }
    }

    /// Random, but the same each time: nobody installs or removes
    /// anything on a simulated computer.
    fn steady(&self, what: &str) -> SmallRng {
        identity::chance(self.common.seed, self.number, what)
    }

    fn send_inventory(&mut self, now: Instant) {
        let mut chance = identity::chance(self.common.seed, self.number, "inventory");
        let inventory = machine::inventory(&mut chance, self.identity.plat, self.number);
        let digest = format!("sim-{}", self.common.seed);
        self.common.counts.inventories.up();
        self.say(&FromAgent::Inventory { digest, inventory: Box::new(inventory) }, now);
    }

    /// The line is gone, and with it what the server has not answered.
    fn forget_what_was_on_the_way(&mut self) {
        self.outgoing.clear();
        if self.checking.as_mut().is_some_and(Checking::disconnect) {
            self.common.counts.checks_lost.up();
        }
        let Some(reporting) = &mut self.reporting else { return };
        if reporting.disconnect(Instant::now()) {
            self.common.counts.metrics_lost.up();
        }
    }

    fn say(&mut self, word: &FromAgent, now: Instant) {
        self.outgoing.say(word, &self.common.faults, &mut self.chance, now);
    }
}

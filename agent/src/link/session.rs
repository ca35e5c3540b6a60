//! One line, from its welcome to its end.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use muster_protocol::{DefinitionsReader, FromAgent, PACKAGES_PROTOCOL, Welcome};
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::CancellationToken;

use super::delivery::Delivery;
use super::{handshake, inbound, outbound};
use crate::records;
use crate::run_id::RunId;
use crate::shared::Shared;
use crate::upkeep;

/// How a line ended, or why there was none.
#[derive(Debug)]
pub enum ConnectionEnd {
    /// The agent stops.
    Stopped,
    /// The server refuses this agent; only a person can change that.
    Refused(String),
    /// Somebody removed this agent on the server.
    Removed,
    /// Anything that another try may mend.
    Broken {
        /// What happened, for the log.
        reason: String,
        /// How long the server asks to be left alone.
        retry_after: Option<Duration>,
    },
}

/// What the two halves of a line share: one listens, the other speaks.
pub struct Session {
    /// The agent whose line this is.
    pub shared: Arc<Shared>,
    /// The digest of the inventory that the hello spoke of, or one before it.
    pub told: String,
    /// The same of the package database; none when the server does not know
    /// what to make of it.
    pub told_packages: Option<String>,
    /// Tells the speaking half that `state` has something new to say.
    pub news: Notify,
    /// Cancelled when the line is no more.
    pub ended: CancellationToken,
    state: Mutex<State>,
}

/// What was said on this line, and what is to be said next.
#[derive(Default)]
pub struct State {
    /// How much of each run went out on this line.
    pub deliveries: HashMap<RunId, Delivery>,
    /// Messages that belong to no open run.
    pub answers: VecDeque<FromAgent>,
    /// The pieces that came of a document of definitions.
    pub definitions: DefinitionsReader,
    /// Whether the server waits for the next look at the machine.
    pub inventory_wanted: bool,
}

/// Opens a line and serves it until it ends.
pub async fn run(shared: &Arc<Shared>, stop: &CancellationToken) -> ConnectionEnd {
    let told =
        Told { inventory: shared.inventory.digest(), packages: shared.package_watch.digest() };
    let (socket, welcome) = match handshake::open(shared).await {
        Ok(opened) => opened,
        Err(end) => return end,
    };
    tracing::info!(server = %shared.identity.server, version = welcome.version, "connected");
    shared.status.connected();
    upkeep::keep_key(&shared.data, &welcome.package_key);

    let session = Arc::new(Session::new(shared, &welcome, told));
    let _ended = session.ended.clone().drop_guard();
    let kept = shared.schedule.subscribe();
    let (mut sink, stream) = socket.split();
    let result = tokio::select! {
        result = inbound::listen(&session, stream) => result,
        result = outbound::speak(&session, &mut sink, kept) => result,
        () = stop.cancelled() => {
            let goodbye = sink.send(Message::Close(None));
            let _ = tokio::time::timeout(Duration::from_secs(1), goodbye).await;
            return ConnectionEnd::Stopped;
        }
    };
    match result {
        Ok(()) => ConnectionEnd::Broken { reason: "the line ended".to_owned(), retry_after: None },
        Err(error) => error.into(),
    }
}

/// What the hello said of the machine, or what held just before it.
struct Told {
    inventory: String,
    packages: String,
}

impl Session {
    /// Takes up every run where the server is with it.
    fn new(shared: &Arc<Shared>, welcome: &Welcome, told: Told) -> Self {
        let mut state = State { inventory_wanted: welcome.send_inventory, ..State::default() };
        if state.inventory_wanted
            && let Some(report) = shared.inventory.latest()
        {
            state.inventory_wanted = false;
            state.answers.push_back(report.message());
        }
        for run in &welcome.runs {
            let Some(run_id) = RunId::parse(&run.run_id) else { continue };
            if run.closed {
                records::close(shared, &run_id);
                continue;
            }
            state.deliveries.insert(run_id, Delivery::resumed(run.stdout, run.stderr));
        }
        shared.board.touch_all();
        Self {
            shared: Arc::clone(shared),
            told: told.inventory,
            told_packages: (welcome.protocol >= PACKAGES_PROTOCOL).then_some(told.packages),
            news: Notify::new(),
            ended: CancellationToken::new(),
            state: Mutex::new(state),
        }
    }

    /// What the halves share. Never held while waiting.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<anyhow::Error> for ConnectionEnd {
    fn from(error: anyhow::Error) -> Self {
        Self::Broken { reason: format!("{error:#}"), retry_after: None }
    }
}

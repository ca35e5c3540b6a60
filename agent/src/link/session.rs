//! What the receiving and the sending half of a connection share.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use muster_metrics::Minute;
use muster_protocol::{
    CHECKS_PROTOCOL, DefinitionsReader, FromAgent, METRICS_PROTOCOL, PACKAGES_PROTOCOL,
    RECORDING_PROTOCOL, Welcome,
};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::delivery::Delivery;
use crate::records;
use crate::run_id::RunId;
use crate::shared::Shared;

/// What the two halves of a connection share.
pub struct Session {
    /// The agent's state.
    pub shared: Arc<Shared>,
    /// What the hello reported, or what was true just before it.
    pub reported: Reported,
    /// Wakes the sending half: `state` has something new to send.
    pub news: Notify,
    /// Whether the server stores samples.
    pub takes_metrics: bool,
    /// Wakes what sends samples: `state` has the answer of the server.
    pub metrics_stored: Notify,
    /// Whether the server stores what checks found.
    pub takes_checks: bool,
    /// Wakes what sends it: `state` has the answer of the server.
    pub checks_stored: Notify,
    /// Whether the server stores recordings.
    pub takes_recordings: bool,
    /// Wakes what sends them: `state` has the answer of the server.
    pub recording_stored: Notify,
    /// Cancelled when the connection has ended.
    pub ended: CancellationToken,
    state: Mutex<State>,
}

/// The digests the server knows.
#[derive(Clone, Debug)]
pub struct Reported {
    pub inventory: String,
    /// Of the package database; none when the server does not understand it.
    pub packages: Option<String>,
}

/// What was sent on this connection, and what to send next.
#[derive(Default)]
pub struct State {
    /// How much of each run was sent on this connection.
    pub deliveries: HashMap<RunId, Delivery>,
    /// Messages that belong to no open run.
    pub answers: VecDeque<FromAgent>,
    /// The parts that were received of a document of definitions.
    pub definitions: DefinitionsReader,
    /// Whether the server waits for the next inventory.
    pub inventory_wanted: bool,
    /// The last minute of samples that the server has stored.
    pub stored_minute: Option<Minute>,
    /// The number of the last report of a check that the server has stored.
    pub stored_report: Option<u64>,
    /// What became of a part of a recording.
    pub stored_part: Option<StoredPart>,
}

/// The answer to a part of a recording.
#[derive(Clone, Debug)]
pub struct StoredPart {
    /// The session; empty where the server could not read the part.
    pub session: String,
    /// When the recording began.
    pub began: i64,
    /// The number of the part.
    pub index: u32,
    /// Empty: it is stored. Else it never will be.
    pub code: String,
}

impl Session {
    /// Continues every run from where the server has it.
    pub fn new(shared: &Arc<Shared>, welcome: &Welcome, mut reported: Reported) -> Self {
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
        if welcome.protocol < PACKAGES_PROTOCOL {
            reported.packages = None;
        }
        Self {
            shared: Arc::clone(shared),
            reported,
            news: Notify::new(),
            takes_metrics: welcome.protocol >= METRICS_PROTOCOL,
            metrics_stored: Notify::new(),
            takes_checks: welcome.protocol >= CHECKS_PROTOCOL,
            checks_stored: Notify::new(),
            takes_recordings: welcome.protocol >= RECORDING_PROTOCOL,
            recording_stored: Notify::new(),
            ended: CancellationToken::new(),
            state: Mutex::new(state),
        }
    }

    /// What the halves share. Never held while waiting.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Remote sessions: terminals of simulated computers with people who type into them, and
//! what a session of a real agent takes.

mod content;
mod crowd;
mod flood;
pub mod helper;
mod measure;
mod pipe;
mod report;
mod session;
mod terminal;
mod transfer;

pub use crowd::{CrowdPlan, simulate_crowd};
pub use measure::{SessionPlan, measure_session};
pub use report::{CrowdReport, SessionReport};

/// The channel of the session itself.
const SESSION: u16 = 0;
/// That of its shell, or of requests about files.
const WORK: u16 = 1;

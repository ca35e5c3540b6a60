//! Remote sessions: terminals of simulated computers with people who type into them, and
//! what a session of a real agent takes.

mod content;
mod crowd;
mod flood;
pub mod helper;
mod measure;
mod pictures;
mod pipe;
mod report;
mod screen;
mod session;
mod terminal;
mod transfer;

pub use crowd::{CrowdPlan, simulate_crowd};
pub use measure::{SessionPlan, measure_session};
pub use report::{CrowdReport, ScreenReport, SessionReport};
pub use screen::{ScreenPlan, measure_screen};

/// The channel of the session itself.
const SESSION: u16 = 0;
/// That of its shell, of requests about files, or of pictures.
const WORK: u16 = 1;

//! Simulated agents and API load: what `muster sim` runs and the benchmarks use.
//!
//! The agents are made up, their line is not: they enrol with a token, prove
//! their key, keep definitions, send metrics and results of checks, answer orders and questions and
//! speak the protocol of real ones. Each is one task with small buffers, so that one
//! machine holds tens of thousands. Nothing here knows the server's code.

mod agent;
mod answers;
mod callers;
mod calls;
mod checking;
mod clock;
mod counts;
mod enrolment;
mod faults;
mod fleet;
mod histogram;
mod identity;
mod machine;
mod outgoing;
mod process;
mod progress;
mod remote;
mod report;
mod reporting;
mod run;
mod runs;
mod samples;
mod server;
mod size;

pub use calls::Call;
pub use checking::CheckRhythm;
pub use faults::Faults;
pub use remote::{
    CrowdPlan, CrowdReport, ScreenPlan, ScreenReport, SessionPlan, SessionReport, measure_screen,
    measure_session, simulate_crowd,
};
pub use report::Report;
pub use reporting::Rhythm;
pub use run::{Plan, Tempo, run};
pub use size::{SizePlan, SizeReport, measure_size};

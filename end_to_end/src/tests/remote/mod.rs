//! Remote sessions: real helpers and shells on real agents, through a real relay,
//! with viewers of the tests.

mod breaking;
mod dying;
mod ending;
mod file_technician;
mod hostile_paths;
pub mod kills;
mod leftovers;
mod lines;
mod meddler;
mod recorder;
mod recordings;
mod refusing;
mod secrecy;
mod sharing;
mod stage;
mod tampering;
mod technician;
mod terminals;
mod traces;

//! Remote hands: what a person may see and do on this computer from elsewhere, while they
//! watch.
//!
//! The agent's own process checks who may ([`Remote`]) and starts one helper process for
//! each session (`muster-agent remote-helper`). The helper (`helper`) talks to the viewers
//! through a relay that can read nothing, and does the work (`terminal`, `files_session`,
//! `screen_session`, `tunnel`). A fault in it takes nothing else down.

mod files;
mod files_session;
pub mod helper;
mod helper_process;
mod leftovers;
mod order;
mod permission;
mod recording;
pub mod screen;
mod screen_session;
mod server_clock;
mod sessions;
mod terminal;
#[cfg(test)]
mod tests;
mod tunnel;
mod veto;

pub use leftovers::end_leftovers;
pub use order::{Opening, Order, Report};
pub use recording::{KeeperPace, RecorderSettings, SpoolFolder, SpooledRecording};
pub use sessions::Remote;

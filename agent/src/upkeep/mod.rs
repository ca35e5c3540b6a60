//! How the agent looks after itself: it becomes another release, restarts
//! when it is asked to or when a part of it hangs, and goes on from there.
//!
//! An update never leaves the computer without an agent. The new program is
//! fetched and checked beside the old one; it takes the old one's place only
//! after it has reached the server. Whatever goes wrong before that, the old
//! program starts again and says what it was.

mod depart;
mod departures;
mod package;
mod package_key;
mod program_files;
mod recover;
mod report;
mod trial;
mod update;
mod watchdog;

pub use depart::depart;
pub use departures::Departures;
pub use package_key::keep_key;
pub use program_files::remove_kept;
pub use recover::recover;
pub use report::end_of_update;
pub use trial::reached;
pub use update::update;
pub use watchdog::{Pulses, Watchdog};

//! How the agent maintains itself: it updates to another release, and restarts
//! when it is asked to or when a part of it hangs.
//!
//! An update never leaves the computer without an agent. The new program is
//! fetched and checked beside the old one; it replaces the old one only after
//! it has reached the server. Whatever goes wrong before that, the old
//! program starts again and says what it was.

mod depart;
mod departures;
mod failed_update;
mod package;
mod package_key;
mod program_files;
mod publisher_key;
mod recover;
mod signed_text;
mod trial;
mod update;
mod watchdog;

pub use depart::depart;
pub use departures::Departures;
pub use failed_update::end_of_update;
pub use package_key::{check_signed, forget_key, keep_key};
pub use program_files::{remove_kept, remove_spares};
pub use publisher_key::{add_publisher, parse_publisher, read_publisher, set_publisher};
pub use recover::recover;
pub use trial::reached;
pub use update::update;
pub use watchdog::{Pulses, Watchdog};

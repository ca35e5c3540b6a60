//! Remote hands: terminals, files, screens and tunnels on agents.
//!
//! A caller opens a session or joins one, and gets a ticket and a grant; the agent is
//! asked to come, too. Both then open a socket at the relay ([`connect_remote`]), which
//! passes on what it cannot read.

mod admission;
mod begin;
mod check_remote_link;
mod connect_remote;
mod create_remote_session;
mod end_remote_session;
mod join_remote_session;
mod leaving;
mod list_remote_sessions;
mod open_form;
mod opened;
mod policy_form;
mod policy_owner;
mod program;
mod queries;
mod read_remote_links;
mod read_remote_policy;
mod read_remote_session;
mod read_terminal_defaults;
mod read_vnc_link;
mod relay_request;
mod relay_socket;
mod reported;
mod serving;
mod session;
#[cfg(test)]
mod tests;
mod update_remote_policy;
mod watching;

pub use check_remote_link::*;
pub use connect_remote::*;
pub use create_remote_session::*;
pub use end_remote_session::*;
pub use join_remote_session::*;
pub use list_remote_sessions::*;
pub use program::stream_terminal;
pub use read_remote_links::*;
pub use read_remote_policy::*;
pub use read_remote_session::*;
pub use read_terminal_defaults::*;
pub use read_vnc_link::*;
pub use update_remote_policy::*;

use crate::app::App;
use crate::error::ApiError;

/// Refuses everything about sessions while the operator has switched them off.
fn must_be_on(app: &App) -> Result<(), ApiError> {
    if app.settings.remote_enabled {
        return Ok(());
    }
    let sentence = "remote sessions are switched off on this server (MUSTER_REMOTE)";
    Err(ApiError::FeatureDisabled(sentence.to_owned()))
}

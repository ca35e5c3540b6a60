//! WebSockets of people and programs: opening, sending, closing.
//!
//! A credential is never part of a URL: it comes in a header, in the first
//! frame, or as a ticket that is valid once and for half a minute. Only for old
//! callers of `/ws/dashinfo/`, a setting allows a token there. A socket that is
//! refused sends the reason in a last frame, `{error, code, status}`, and is
//! closed with 4000 plus the status.

mod closing;
mod create_ticket;
mod first_frame;
mod opening;
mod origin;
mod queries;
mod socket;
#[cfg(test)]
mod tests;
mod watcher;

pub use closing::CloseReason;
pub use create_ticket::*;
pub use opening::{SocketRequest, Sockets};
pub use origin::check as check_origin;
pub use socket::Socket;
pub use watcher::{NewEvents, Watcher};

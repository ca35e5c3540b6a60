//! WebSockets of people and programs: opening, speaking, closing.
//!
//! A credential never stands in a URL: it comes in a header, in the first
//! frame, or as a ticket that is good once and for half a minute. Only for old
//! callers of `/ws/dashinfo/`, a setting lets a token stand there. A socket
//! that is refused says why in a last frame, `{error, code, status}`, and is
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

pub use closing::Ended;
pub use create_ticket::*;
pub use opening::{Opening, Sockets};
pub use socket::Socket;
pub use watcher::{News, Watcher};

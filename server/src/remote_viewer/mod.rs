//! The viewer's side of a remote session: the way over a relay, the handshake, and the
//! streams of a terminal. `muster connect` uses it on a technician's computer, and the
//! server where it reads a session for a program.

mod gone;
mod memory;
mod message;
mod pipe;
mod printable;
mod relay;
mod socket;
mod streams;
mod terminal;

pub use gone::{Gone, last_words};
pub use memory::in_memory;
pub use message::{FromAgent, SESSION, Started, read_message};
pub use pipe::{Outbox, Pipe};
pub use printable::printable;
pub use relay::{Opened, connect, meet};
pub use socket::Socket;
pub use streams::{Credit, Streams};
pub use terminal::{CHANNEL, CLEAR, FromTerminal};

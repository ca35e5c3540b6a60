//! Remote hands: the encrypted pipe between a viewer and an agent, and the relay
//! that connects them.
//!
//! A viewer (a browser, or `muster connect`) and a helper process of the agent
//! share keys that the relay does not have: it passes on bytes that it can
//! neither read nor change unnoticed. `golden/` holds a whole conversation that
//! this crate and the web interface both have to reproduce.

mod frame;
#[cfg(test)]
mod frame_tests;
mod grant;
mod handshake;
#[cfg(test)]
mod handshake_tests;
mod keys;
pub mod recording;
#[cfg(feature = "relay")]
pub mod relay;
mod sealed;
#[cfg(test)]
mod sealed_tests;
mod stream;
#[cfg(test)]
mod stream_tests;

pub use frame::{Frame, FrameError, MAX_DATA_BYTES, MAX_MESSAGE_BYTES};
pub use grant::{
    Consent, ConsentMode, Grant, Kind, Limits, Recording, RecordingMode, Target, Terminal,
    WhenNobody, grant_to_sign,
};
pub use handshake::{HandshakeError, Invitation, ViewerKey, answer_hello, handshake_to_sign};
pub use keys::{DirectionSecret, Keys};
pub use sealed::{Broken, Opener, Sealer};
pub use stream::{Cursor, Incoming, Ring, StreamError};

/// Where both sides open their sockets at a relay.
pub const CONNECT_PATH: &str = "/remote/v1/connect/";

//! MessagePack with named fields: what travels in one WebSocket message.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The largest frame either side accepts. Output travels in far smaller
/// pieces; the largest honest frame is an inventory.
pub const MAX_FRAME_BYTES: usize = 4 * 1024 * 1024;

/// A frame that is not a message this build knows.
#[derive(Debug)]
pub struct FrameError(rmp_serde::decode::Error);

impl std::fmt::Display for FrameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not a message of this protocol: {}", self.0)
    }
}

impl std::error::Error for FrameError {}

/// Encodes a message. Fields travel by name, so that both sides may add some.
pub fn encode<M: Serialize>(message: &M) -> Vec<u8> {
    rmp_serde::to_vec_named(message).expect("protocol types have no shape MessagePack lacks")
}

/// Decodes a message; unknown fields are ignored.
pub fn decode<M: DeserializeOwned>(frame: &[u8]) -> Result<M, FrameError> {
    rmp_serde::from_slice(frame).map_err(FrameError)
}

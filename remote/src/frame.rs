//! What travels inside of a pipe: control texts, parts of streams, credit and
//! packets, each on a channel.

/// The most bytes of a stream in one frame.
pub const MAX_DATA_BYTES: usize = 256 * 1024;

/// The most bytes of a sealed message, which is what a relay passes on.
pub const MAX_MESSAGE_BYTES: usize = 288 * 1024;

const CONTROL: u8 = 0;
const DATA: u8 = 1;
const CREDIT: u8 = 2;
const PACKET: u8 = 3;
/// Channel and kind.
const HEADER_BYTES: usize = 3;

/// One frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A JSON object with a `type`.
    Control(&'a str),
    /// A part of the channel's stream, which begins at this offset.
    Data {
        /// Bytes of the stream before it.
        offset: u64,
        /// The part.
        bytes: &'a [u8],
    },
    /// The sender has taken everything before `received`, and takes more up to
    /// `limit`.
    Credit {
        /// Offset of the first byte that is missing.
        received: u64,
        /// Offset that nothing may reach beyond.
        limit: u64,
    },
    /// Something whole, such as a picture.
    Packet(&'a [u8]),
}

/// The other side sent what no version of this program sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a frame is not readable")]
pub struct FrameError;

impl<'a> Frame<'a> {
    /// Writes it for a channel.
    pub fn encode(&self, channel: u16) -> Vec<u8> {
        let (kind, first, second, rest): (u8, Option<u64>, Option<u64>, &[u8]) = match self {
            Self::Control(text) => (CONTROL, None, None, text.as_bytes()),
            Self::Data { offset, bytes } => (DATA, Some(*offset), None, bytes),
            Self::Credit { received, limit } => (CREDIT, Some(*received), Some(*limit), &[]),
            Self::Packet(bytes) => (PACKET, None, None, bytes),
        };
        let mut encoded = Vec::with_capacity(HEADER_BYTES + 16 + rest.len());
        encoded.extend_from_slice(&channel.to_be_bytes());
        encoded.push(kind);
        for number in [first, second].into_iter().flatten() {
            encoded.extend_from_slice(&number.to_be_bytes());
        }
        encoded.extend_from_slice(rest);
        encoded
    }

    /// Reads a frame and its channel.
    pub fn decode(encoded: &'a [u8]) -> Result<(u16, Self), FrameError> {
        let (header, rest) = encoded.split_at_checked(HEADER_BYTES).ok_or(FrameError)?;
        let channel = u16::from_be_bytes([header[0], header[1]]);
        let frame = match header[2] {
            CONTROL => Self::Control(std::str::from_utf8(rest).map_err(|_| FrameError)?),
            DATA => {
                let (offset, bytes) = number(rest)?;
                if bytes.len() > MAX_DATA_BYTES || offset.checked_add(bytes.len() as u64).is_none()
                {
                    return Err(FrameError);
                }
                Self::Data { offset, bytes }
            }
            CREDIT => {
                let (received, rest) = number(rest)?;
                let (limit, rest) = number(rest)?;
                if !rest.is_empty() || limit < received {
                    return Err(FrameError);
                }
                Self::Credit { received, limit }
            }
            PACKET => Self::Packet(rest),
            _ => return Err(FrameError),
        };
        Ok((channel, frame))
    }
}

fn number(bytes: &[u8]) -> Result<(u64, &[u8]), FrameError> {
    let (number, rest) = bytes.split_first_chunk().ok_or(FrameError)?;
    Ok((u64::from_be_bytes(*number), rest))
}

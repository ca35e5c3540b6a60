//! The channel of the shell: its output, its input, and its size.

use muster_remote::Frame;
use muster_remote::recording::RecordType;

use crate::remote::helper::audience::Audience;

/// Its number.
pub const CHANNEL: u16 = 1;

/// Sends a credit to a viewer, if there is one to send.
pub fn send_credit(audience: &Audience, viewer: &str, credit: Option<(u64, u64)>) {
    if let Some((received, limit)) = credit {
        audience.frame(viewer, CHANNEL, &Frame::Credit { received, limit });
    }
}

/// Records what was typed, as far as it is known whether it was shown.
pub fn record_typed(audience: &Audience, known: &[u8]) {
    if !known.is_empty() {
        audience.record(RecordType::Input, known);
    }
}

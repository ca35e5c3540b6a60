//! What a recording has of a tunnel: every connection, where it leads, and how many bytes went
//! each way. The bytes themselves are for the two ends alone.

use muster_remote::Target;
use muster_remote::recording::RecordType;
use serde_json::json;

use super::line::Line;
use crate::remote::helper::audience::Audience;

/// Records the connections of a tunnel.
pub struct Recorded {
    address: String,
}

impl Recorded {
    /// To this address.
    pub fn of(target: &Target) -> Self {
        let Target { host, port } = target;
        Self { address: format!("{host}:{port}") }
    }

    /// The connection with this number, of this user, is there, or cannot be.
    pub fn connected(
        &self,
        audience: &Audience,
        (number, user): (u64, &str),
        problem: Option<&str>,
    ) {
        let event = json!({
            "event": "connect", "address": self.address, "connection": number, "user": user,
            "ok": problem.is_none(), "problem": problem,
        });
        audience.record(RecordType::Event, event.to_string().as_bytes());
    }

    /// A connection has ended.
    pub fn closed(&self, audience: &Audience, line: &Line, reason: &str) {
        let Some((sent, received)) = line.bytes() else { return };
        let event = json!({
            "event": "close", "address": self.address, "connection": line.number,
            "user": line.user, "ok": true, "reason": reason,
            "bytes": sent + received, "sent": sent, "received": received,
        });
        audience.record(RecordType::Event, event.to_string().as_bytes());
    }
}

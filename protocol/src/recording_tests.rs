//! What was added with protocol 10 still parses.

use crate::tests::{holds, text};
use crate::*;

#[test]
fn what_is_said_about_recordings_in_protocol_10_still_parses() {
    holds("10-recording-part", &FromAgent::RecordingPart { part: vec![b'M', 0, 255] });
    let stored = ToAgent::RecordingStored {
        session: text("0198a4b2-7c3d-7e5f-8a9b-0c1d2e3f4a5b"),
        began: 1_795_000_000_000_000,
        index: 7,
        code: text("unknown_session"),
    };
    holds("10-recording-stored", &stored);
}

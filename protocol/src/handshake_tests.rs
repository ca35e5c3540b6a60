//! What was added with protocol 6 still parses.

use crate::tests::{holds, refused};
use crate::*;

#[test]
fn what_the_server_says_in_protocol_6_still_parses() {
    holds("6-refused-try-later", &refused(Refusal::TryLater, "too many", 30));
}

//! What was added with protocol 5 still parses, and older agents are understood.

use crate::tests::{hello, holds, text};
use crate::*;

#[test]
fn what_an_agent_says_in_protocol_5_still_parses() {
    let hello = Hello { packages_digest: text("p1"), runs: Vec::new(), ..hello() };
    holds("5-hello", &FromAgent::Hello(Box::new(hello)));
    holds("5-packages-changed", &FromAgent::PackagesChanged { digest: text("p2") });
}

//! What was added with protocol 6 still parses.

use crate::tests::{hello, holds, refused, text};
use crate::*;

#[test]
fn what_the_server_says_in_protocol_6_still_parses() {
    holds("6-challenge", &ToAgent::Challenge { nonce: vec![7; NONCE_BYTES], protocol: 6 });
    holds("6-proven", &ToAgent::Proven);
    holds("6-refused-try-later", &refused(Refusal::TryLater, "too many", 30));
}

#[test]
fn what_an_agent_says_in_protocol_6_still_parses() {
    let (agent_id, server) = ("a".repeat(40), text("rmm.example.org:443"));
    holds("6-prove", &FromAgent::Prove { agent_id, server, signature: vec![9; 64] });
    let hello = Hello { signature: Vec::new(), protocol: 6, runs: Vec::new(), ..hello() };
    holds("6-hello", &FromAgent::Hello(Box::new(hello)));
}

#[test]
fn what_is_signed_for_one_purpose_serves_for_no_other() {
    let (nonce, server) = ([7; NONCE_BYTES], "rmm.example.org:443");
    let texts = [
        proof_to_sign("agent-1", server, &nonce),
        proof_to_sign("agent-2", server, &nonce),
        proof_to_sign("agent-1", "evil.example.org:443", &nonce),
        proof_to_sign("agent-1", server, &[8; NONCE_BYTES]),
        text_to_sign("agent-1", &nonce),
        text_to_sign(&format!("agent-1 {server}"), &nonce),
        farewell_to_sign("agent-1"),
    ];
    for (number, text) in texts.iter().enumerate() {
        assert!(!texts[..number].contains(text), "{number}");
    }
}

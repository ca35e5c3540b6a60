//! What an agent signs to prove who it is.

/// Size of the server's challenge.
pub const NONCE_BYTES: usize = 32;

/// The text an agent signs with its Ed25519 key on each connection, in `Prove`.
///
/// The prefix keeps the signature from meaning anything in another place, the
/// agent id in it keeps one agent's answer from serving for another, and the
/// address (`host:port`) keeps what was said to one server from serving at
/// another. Neither of the two contains a space.
pub fn proof_to_sign(agent_id: &str, server: &str, nonce: &[u8]) -> Vec<u8> {
    let mut text = format!("muster link, protocol 6: {agent_id} {server} ").into_bytes();
    text.extend_from_slice(nonce);
    text
}

/// The text an agent signs in its hello where there is no `Prove`: before
/// protocol 6.
pub fn text_to_sign(agent_id: &str, nonce: &[u8]) -> Vec<u8> {
    let mut text = b"muster link, protocol 1: ".to_vec();
    text.extend_from_slice(agent_id.as_bytes());
    text.push(b' ');
    text.extend_from_slice(nonce);
    text
}

/// The text an agent signs with its old key when its computer enrols again with
/// another one, which is here in hexadecimal.
///
/// Nothing in it is fresh: repeating it helps only the computer that has the new
/// key.
pub fn enrolment_to_sign(agent_id: &str, public_key: &str) -> Vec<u8> {
    format!("muster enrolment: {agent_id} {public_key}").into_bytes()
}

/// The text an agent signs with its key when it is uninstalled.
///
/// Nothing in it is fresh: the server forgets the key on hearing it, so that a
/// second time it proves nothing.
pub fn farewell_to_sign(agent_id: &str) -> Vec<u8> {
    format!("muster farewell: {agent_id}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_signed_for_one_purpose_serves_for_no_other() {
        assert_eq!(enrolment_to_sign("agent-1", "00ff"), b"muster enrolment: agent-1 00ff");
        assert_eq!(farewell_to_sign("agent-1"), b"muster farewell: agent-1");
        assert_eq!(text_to_sign("agent-1", &[7]), b"muster link, protocol 1: agent-1 \x07");
    }
}

//! The handshake, between honest sides and with a liar between them; and the
//! golden conversation, which the web interface reproduces as well.

use muster_protocol::hex;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::Value;

use crate::handshake::transcript;
use crate::{Frame, HandshakeError, Invitation, Keys, Opener, Sealer, ViewerKey, answer_hello};

const GRANT: &str = r#"{"version":1}"#;

fn invitation(session: &'static str) -> Invitation<'static> {
    Invitation { session, viewer: "viewer-1", grant: GRANT }
}

fn agent() -> Ed25519KeyPair {
    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap()
}

fn hash(key: &[u8]) -> String {
    hex::encode(digest(&SHA256, key).as_ref())
}

fn sign(agent: &Ed25519KeyPair) -> impl FnOnce(&[u8]) -> Vec<u8> + '_ {
    |text| agent.sign(text).as_ref().to_vec()
}

#[test]
fn both_sides_have_the_same_keys_and_understand_each_other() {
    let agent = agent();
    let viewer = ViewerKey::generate().unwrap();
    let granted = hash(viewer.public());
    let hello = viewer.hello();

    let (answer, of_agent) = answer_hello(invitation("s"), &granted, &hello, sign(&agent)).unwrap();
    let of_viewer = viewer.finish(invitation("s"), agent.public_key().as_ref(), &answer).unwrap();

    let (mut sealer, mut opener) =
        (Sealer::new(of_viewer.to_agent), Opener::new(of_agent.to_agent));
    assert_eq!(opener.open(&mut sealer.seal(b"hello")), Ok(&b"hello"[..]));
    let (mut sealer, mut opener) =
        (Sealer::new(of_agent.to_viewer), Opener::new(of_viewer.to_viewer));
    assert_eq!(opener.open(&mut sealer.seal(b"welcome")), Ok(&b"welcome"[..]));
}

#[test]
fn a_relay_that_puts_its_own_key_in_is_found_out_by_both_sides() {
    let (agent, liar) = (agent(), agent());
    let viewer = ViewerKey::generate().unwrap();
    let granted = hash(viewer.public());

    let own = ViewerKey::generate().unwrap().hello();
    let refused = answer_hello(invitation("s"), &granted, &own, sign(&agent));
    assert_eq!(refused.err(), Some(HandshakeError::OtherKey));

    let (answer, _) =
        answer_hello(invitation("s"), &granted, &viewer.hello(), sign(&liar)).unwrap();
    let refused = viewer.finish(invitation("s"), agent.public_key().as_ref(), &answer);
    assert_eq!(refused.err(), Some(HandshakeError::BadSignature));
}

#[test]
fn an_answer_for_another_session_viewer_or_grant_is_refused() {
    let agent = agent();
    let others = [
        Invitation { session: "other", ..invitation("s") },
        Invitation { viewer: "other", ..invitation("s") },
        Invitation { grant: "{}", ..invitation("s") },
    ];
    for other in others {
        let viewer = ViewerKey::generate().unwrap();
        let granted = hash(viewer.public());
        let (answer, _) = answer_hello(other, &granted, &viewer.hello(), sign(&agent)).unwrap();
        let refused = viewer.finish(invitation("s"), agent.public_key().as_ref(), &answer);
        assert_eq!(refused.err(), Some(HandshakeError::BadSignature), "{other:?}");
    }
}

#[test]
fn messages_of_another_shape_are_refused() {
    let agent = agent();
    let viewer = ViewerKey::generate().unwrap();
    let granted = hash(viewer.public());
    let mut newer = viewer.hello();
    newer[1] = 2;
    for hello in [Vec::new(), vec![1, 1], newer, [viewer.hello(), vec![0]].concat()] {
        let refused = answer_hello(invitation("s"), &granted, &hello, sign(&agent));
        assert_eq!(refused.err(), Some(HandshakeError::Unreadable), "{hello:?}");
    }
    let refused = answer_hello(invitation("s"), "no hex", &viewer.hello(), sign(&agent));
    assert_eq!(refused.err(), Some(HandshakeError::OtherKey));
    let refused = viewer.finish(invitation("s"), agent.public_key().as_ref(), &[2, 1]);
    assert_eq!(refused.err(), Some(HandshakeError::Unreadable));
}

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

#[test]
fn the_golden_conversation_is_reproduced() {
    let golden: Value = serde_json::from_str(include_str!("../golden/pipe.json")).unwrap();
    let text = |name: &str| golden[name].as_str().unwrap();
    let invitation =
        Invitation { session: text("session"), viewer: text("viewer"), grant: text("grant") };
    let (viewer, agent) = (bytes(&golden["viewer_public"]), bytes(&golden["agent_public"]));
    let transcript = transcript(invitation, &viewer, &agent);
    assert_eq!(hex::encode(&transcript), text("transcript"));

    let shared = bytes(&golden["shared"]);
    for (name, direction) in [("viewer_to_agent", 0), ("agent_to_viewer", 1)] {
        let keys = Keys::derive(&shared, &transcript);
        let mut secret = if direction == 0 { keys.to_agent } else { keys.to_viewer };
        for key in golden[name].as_array().unwrap() {
            assert_eq!(&hex::encode(&secret.key_bytes()), key.as_str().unwrap());
            secret = secret.next();
        }
        let keys = Keys::derive(&shared, &transcript);
        let secret = if direction == 0 { keys.to_agent } else { keys.to_viewer };
        let mut opener = Opener::new(secret);
        let sealed = golden["sealed"].as_array().unwrap();
        for message in sealed.iter().filter(|message| message["direction"] == name) {
            let mut bytes_in = bytes(&message["message"]);
            assert_eq!(opener.open(&mut bytes_in), Ok(&bytes(&message["plain"])[..]));
        }
    }
}

#[test]
fn the_golden_frames_are_read_and_written() {
    let golden: Value = serde_json::from_str(include_str!("../golden/pipe.json")).unwrap();
    for entry in golden["frames"].as_array().unwrap() {
        let (encoded, shown) = (bytes(&entry["hex"]), &entry["frame"]);
        let (channel, frame) = Frame::decode(&encoded).unwrap();
        assert_eq!(u64::from(channel), shown["channel"].as_u64().unwrap());
        let number = |name: &str| shown[name].as_u64().unwrap();
        let data = shown["bytes"].as_str().map(|text| hex::decode(text).unwrap());
        let data = data.unwrap_or_default();
        let expected = match shown["kind"].as_str().unwrap() {
            "control" => Frame::Control(shown["text"].as_str().unwrap()),
            "data" => Frame::Data { offset: number("offset"), bytes: &data },
            "credit" => Frame::Credit { received: number("received"), limit: number("limit") },
            _ => Frame::Packet(&data),
        };
        assert_eq!(frame, expected);
        assert_eq!(expected.encode(channel), encoded);
    }
}

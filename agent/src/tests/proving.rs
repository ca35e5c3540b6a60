//! How an agent proves who it is, to servers of its time and to older ones.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use muster_protocol::{
    FromAgent, PROOF_PROTOCOL, PROTOCOL, Refusal, ToAgent, decode, encode, hex, proof_to_sign,
    text_to_sign,
};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_async};

use super::fake_server::{FakeConnection, FakeServer, NONCE, command};
use super::test_agent::TestAgent;
use crate::data_dir::DataDir;

fn verify(data: &DataDir, text: &[u8], signature: &[u8]) {
    let stored = std::fs::read(data.identity_file()).unwrap();
    let stored: serde_json::Value = serde_json::from_slice(&stored).unwrap();
    let document = hex::decode(stored["private_key"].as_str().unwrap()).unwrap();
    let pair = Ed25519KeyPair::from_pkcs8(&document).unwrap();
    let key = UnparsedPublicKey::new(&ED25519, pair.public_key().as_ref().to_vec());
    key.verify(text, signature).unwrap();
}

#[tokio::test]
async fn an_agent_signs_the_servers_address_before_it_sends_anything_about_itself() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let connection = server.welcome().await;

    let Some(FromAgent::Prove { agent_id, server: address, signature }) = &connection.proof else {
        panic!("{:?} is no proof", connection.proof)
    };
    let expected = &server.url()["http://".len()..];
    assert_eq!((agent_id.as_str(), address.as_str()), ("agent-1", expected));
    verify(&agent.data, &proof_to_sign("agent-1", expected, &NONCE), signature);
    // Nothing that serves at another server, as an older hello would.
    assert_eq!(connection.hello.signature, b"");
}

#[tokio::test]
async fn an_agent_still_talks_to_a_server_of_protocol_5() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let stream = server.accept_raw().await;
    let mut connection = FakeConnection::greet(stream, PROOF_PROTOCOL - 1).await.unwrap();

    assert_eq!(connection.proof, None);
    verify(&agent.data, &text_to_sign("agent-1", &NONCE), &connection.hello.signature);
    connection.welcome(Vec::new(), false).await;
    let result = connection.run("run-1", &command("echo as before")).await;
    assert_eq!(result.stdout, b"as before\n");
}

#[tokio::test]
async fn an_agent_that_is_put_off_after_its_proof_sends_no_hello() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut socket = accept_async(server.accept_raw().await).await.unwrap();
    send(&mut socket, &ToAgent::Challenge { nonce: NONCE.to_vec(), protocol: PROTOCOL }).await;
    assert!(matches!(next(&mut socket).await, Some(FromAgent::Prove { .. })));
    let (refusal, reason) = (Refusal::TryLater, "too many".to_owned());
    let began = Instant::now();
    send(&mut socket, &ToAgent::Refused { refusal, reason, retry_after_seconds: 2 }).await;

    assert_eq!(next(&mut socket).await, None);
    server.welcome().await;
    assert!(began.elapsed() >= Duration::from_millis(1900), "{:?}", began.elapsed());
}

async fn send(socket: &mut WebSocketStream<TcpStream>, message: &ToAgent) {
    socket.send(Message::binary(encode(message))).await.unwrap();
}

async fn next(socket: &mut WebSocketStream<TcpStream>) -> Option<FromAgent> {
    match socket.next().await {
        Some(Ok(Message::Binary(frame))) => Some(decode(&frame).unwrap()),
        _ => None,
    }
}

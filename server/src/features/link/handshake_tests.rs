//! How agents prove who they are, those of today and older ones.

use muster_protocol::{PROOF_PROTOCOL, Refusal, ToAgent};

use crate::testing::TestServer;

#[tokio::test]
async fn agents_before_protocol_6_are_admitted_by_their_hello() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.protocol = PROOF_PROTOCOL - 1;

    let thief = identity.with_another_key();
    let (_socket, answer) = server.try_connect(&thief, &[]).await;
    assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::NotEnrolled, .. }), "{answer:?}");
    let mut agent = server.connect(&identity).await;
    agent.catch_up().await;
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["status"], "online");
}

#[tokio::test]
async fn an_agent_that_looks_for_another_server_is_put_off() {
    let url = Some("https://rmm.example.com".to_owned());
    let server = TestServer::start_with(|settings| settings.public_url = url).await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;

    identity.server = "evil.example.org:443".to_owned();
    let (_socket, answer) = server.try_connect(&identity, &[]).await;
    let reason = "evil.example.org:443 is not an address of this server".to_owned();
    let refusal = Refusal::TryLater;
    assert_eq!(answer, ToAgent::Refused { refusal, reason, retry_after_seconds: 300 });
    // Those who cannot prove anything are told nothing of addresses.
    let (_socket, answer) = server.try_connect(&identity.with_another_key(), &[]).await;
    assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::NotEnrolled, .. }), "{answer:?}");

    identity.server = "rmm.example.com:443".to_owned();
    assert!(server.connect_if_admitted(&identity, &[]).await.is_some());
}

//! What a stranger on the bus, or a server that was taken over, cannot make
//! agents do. A server that is alone has no bus for strangers.

use muster_protocol::{Order, decode, encode, order_name};
use serde_json::json;

use super::parcel::{ForwardedReply, Parcel};
use super::routing::server_subject;
use super::{FORWARD_LIMIT, LinkRequest};
use crate::auth::random_letters;
use crate::testing::{FakeAgent, TestServer};

const FORGED: &[u8] = b"forged";

/// Two servers of one installation, and an agent of the first; none where
/// servers cannot share.
async fn two_servers() -> Option<(TestServer, TestServer, FakeAgent)> {
    let first = TestServer::start().await;
    if !first.app.bus.is_shared() {
        println!("skipped: replicas need PostgreSQL and NATS");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let second = TestServer::start_on(first.app.settings.clone(), folder).await;
    let location = first.add_site("Acme", "Main").await;
    let agent = first.add_agent(location, "pc-1").await;
    Some((first, second, agent))
}

/// An order for a run that is not stored.
fn forged_order(agent: &FakeAgent) -> Vec<u8> {
    let order = Order {
        run_id: random_letters(32),
        name: order_name::RUN_COMMAND.to_owned(),
        body: FORGED.to_vec(),
    };
    let agent_id = agent.identity.agent_id.as_str().into();
    encode(&Parcel::one(&agent_id, LinkRequest::Order(order), FORWARD_LIMIT))
}

/// Runs a command over this server; nothing else may reach the agent before.
async fn run_a_command(server: &TestServer, agent: &mut FakeAgent) {
    let path = format!("/agents/{}/cmd/", agent.identity.agent_id);
    let body = json!({ "shell": "sh", "cmd": "id", "timeout": 60 });
    let (reply, ()) = tokio::join!(server.admin.post(&path, body), async {
        let order = agent.next_order().await;
        assert_ne!(order.body, FORGED, "the agent got an order that nobody gave");
        agent.finish(&order.run_id, "done", "", 0).await;
    });
    assert_eq!(reply.ok(), json!("done"));
}

#[tokio::test]
async fn an_order_that_none_of_our_servers_sealed_reaches_no_agent() {
    let Some((first, second, mut agent)) = two_servers().await else { return };
    let bus = &second.app.bus;
    let subject = bus.full_subject(&server_subject(&first.app.replica_id));

    let nats = bus.nats_client().expect("a shared bus");
    nats.publish(subject, forged_order(&agent).into()).await.unwrap();

    // Over the same connection, so the other one would have come first.
    run_a_command(&second, &mut agent).await;
}

#[tokio::test]
async fn an_order_without_an_open_run_reaches_no_agent_even_if_it_is_sealed() {
    let Some((first, second, mut agent)) = two_servers().await else { return };
    let subject = server_subject(&first.app.replica_id);

    let answer = second.app.bus.request(&subject, forged_order(&agent), FORWARD_LIMIT).await;

    let replies: Vec<ForwardedReply> = decode(&answer.unwrap()).unwrap();
    assert!(matches!(replies[..], [ForwardedReply::NotHere]), "{replies:?}");
    run_a_command(&second, &mut agent).await;
}

#[tokio::test]
async fn a_stranger_on_the_bus_cannot_close_the_connection_of_an_agent() {
    let Some((_first, second, mut agent)) = two_servers().await else { return };
    let bus = &second.app.bus;
    let agent_id = agent.identity.agent_id.clone();

    let nats = bus.nats_client().expect("a shared bus");
    nats.publish(bus.full_subject(super::peers::CLOSE), agent_id.into()).await.unwrap();

    run_a_command(&second, &mut agent).await;
}

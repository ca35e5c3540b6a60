//! An agent's network lets nothing pass for a while.

use crate::agent::Agent;
use crate::held::{Held, assert_result};
use crate::proxy::Proxy;
use crate::server::Server;
use crate::turn;
use crate::waiting::PATIENCE;

#[tokio::test]
async fn a_run_ends_once_although_its_agents_network_stalled_and_was_cut() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let proxy = Proxy::start(&[&server.url]).await;
    let token = server.enrolment_token().await;
    let mut agent = Agent::join_over(&proxy.url, &token, "pc-1").await;
    let held = Held::new();

    // It goes on as if nothing had been.
    let short = held.begin(&server.api, &agent.id, "short").await;
    proxy.stall();
    held.let_end("short");
    held.ended("short").await;
    assert!(!short.is_finished(), "nobody can know yet");
    proxy.heal();
    assert_result(&short.await.unwrap().unwrap(), "short");

    // The line is gone, and the next one hangs while it is opened.
    let long = held.begin(&server.api, &agent.id, "long").await;
    proxy.stall();
    held.let_end("long");
    held.ended("long").await;
    proxy.cut();
    server.has_agents(0).await;
    let offline = server.api.run(&agent.id, "sh", "echo", 600).await;
    assert_eq!((offline.status, offline.code()), (409, "agent_offline"), "{}", offline.text);
    assert!(offline.took < PATIENCE, "{:?}", offline.took);
    proxy.heal();
    assert_result(&long.await.unwrap().unwrap(), "long");

    agent.connected().await;
    assert_eq!(held.lines().len(), 4, "each ran once: {:?}", held.lines());
    let reply = server.api.run(&agent.id, "sh", "echo back", 10).await;
    assert_eq!(reply.json["stdout"], "back\n", "{}", reply.text);
}

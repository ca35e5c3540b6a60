//! A freeze from the command line stops a real agent.

use serde_json::json;

use crate::agent::Agent;
use crate::server::Server;
use crate::turn;
use crate::waiting::until;

#[tokio::test]
async fn a_frozen_agent_stays_so_over_a_restart_and_goes_on_after_the_thaw() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    let run = async || server.api.run(&agent.id, "sh", "echo begun", 10).await;
    let frozen = server.muster(&["freeze"]).await;
    assert_eq!(frozen.stdout, "Everything is frozen.\n", "{}", frozen.stderr);
    let reply = run().await;
    assert_eq!((reply.status, &reply.json["code"]), (409, &json!("frozen")), "{}", reply.text);
    let refused = server.muster(&["freeze"]).await;
    assert!(refused.refusal().contains("everything is frozen already"), "{}", refused.stderr);
    let refused = server.muster(&["freeze", "--client", "99"]).await;
    assert!(refused.refusal().contains("There is no such client"), "{}", refused.stderr);
    let is_frozen = async |agent: &Agent| agent.status().await.stdout.contains("frozen:    yes");
    until("the agent is frozen", async || is_frozen(&agent).await.then_some(())).await;

    agent.kill9().await;
    agent.restart().await;
    assert!(is_frozen(&agent).await);
    let thawed = server.muster(&["thaw"]).await;
    assert_eq!(thawed.stdout, "Everything is thawed.\n", "{}", thawed.stderr);
    let run = async || server.api.run(&agent.id, "sh", "echo begun", 10).await;
    let reply = until("orders go out again", async || {
        Some(run().await).filter(|reply| reply.status == 200)
    })
    .await;
    assert_eq!(reply.json["stdout"], "begun\n", "{}", reply.text);
    assert!(!is_frozen(&agent).await);
}

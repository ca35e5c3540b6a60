//! Two computers with one identity, as a copied disk makes them.

use crate::agent::Agent;
use crate::server::Server;
use crate::turn;

#[tokio::test]
async fn the_later_of_two_agents_with_one_identity_is_refused_and_the_first_stays() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;

    let clone = agent.run_clone();
    clone.logged("another computer has this agent's identity: enrol this one again").await;

    assert!(server.log().contains("a second machine uses this agent's identity"));
    assert!(!clone.is_connected().await);
    agent.connected().await;
    let reply = server.api.run(&agent.id, "sh", "echo $PPID", 10).await;
    assert_eq!(reply.json["stdout"], format!("{}\n", agent.pid()), "the first one answers");
}

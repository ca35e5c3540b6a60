//! What an agent that has nothing to do takes of the memory.

use serde_json::json;

use crate::agent::Agent;
use crate::proc_files::anonymous_kib;
use crate::server::Server;
use crate::turn;
use crate::waiting::until_at_most;

/// In KiB. What is read of the program's file comes on top, and is not that of the program
/// that is handed out: `make bench` measures both together of that one.
const BUDGET: u64 = 12 * 1024;

#[tokio::test]
async fn an_idle_agent_holds_less_than_twelve_megabytes_of_its_own() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    // The most that it ever gathers: what that took has to be released.
    let software = server.api.put(&format!("/software/{}/", agent.id), json!({})).await;
    assert_eq!(software.status, 200, "{}", software.text);
    let inventory = server.api.post(&format!("/agents/{}/wmi/", agent.id), json!({})).await;
    assert_eq!(inventory.status, 200, "{}", inventory.text);

    let what = "KiB of memory that the idle agent holds";
    let held = until_at_most(BUDGET, what, || anonymous_kib(agent.pid())).await;
    println!("idle: {held} KiB");
    assert_eq!(server.agents().await, 1, "it is still there");
}

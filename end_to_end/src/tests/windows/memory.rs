//! What a Windows agent that has nothing to do takes of the memory.

use serde_json::json;

use crate::server::Server;
use crate::turn;
use crate::waiting::until_at_most;
use crate::windows::{WindowsAgent, private_kib};

/// In KiB, Wine's own part included.
const BUDGET: u64 = 15 * 1024;

#[tokio::test]
async fn an_idle_agent_takes_less_than_fifteen_megabytes() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;
    let pid = agent.pid();
    // The most that it ever gathers: what that took has to be released.
    let software = server.api.put(&format!("/software/{}/", agent.id), json!({})).await;
    assert_eq!(software.status, 200, "{}", software.text);
    let inventory = server.api.post(&format!("/agents/{}/wmi/", agent.id), json!({})).await;
    assert_eq!(inventory.status, 200, "{}", inventory.text);

    let what = "KiB of memory that the idle agent takes";
    let idle = until_at_most(BUDGET, what, || private_kib(pid)).await;

    println!("idle: {idle} KiB");
    assert_eq!(agent.find_pid(), Some(pid), "it is the same process");
    server.has_agents(1).await;
}

//! A removed agent leaves every list at once, whichever route shows it.

use super::endpoints::{About, Effect, Endpoint, all};
use super::examples::World;
use super::growth::grow;
use super::walk::{send, server};

/// Routes that show agents, or something of them. The audit log names agents
/// whatever became of them, and one list has nothing but removed ones.
fn shows_agents(endpoint: &Endpoint) -> bool {
    let is_about_agents = endpoint.about == About::List || endpoint.path.contains("{agent_id}");
    let is_exempt = endpoint.path.contains("audit") || endpoint.path == "/agents/removed/";
    let reads = endpoint.method == "GET" && endpoint.effect == Effect::Reads;
    reads && is_about_agents && !is_exempt
}

#[tokio::test]
async fn a_removed_agent_is_shown_by_no_route() {
    let server = server().await;
    let world = World::new(&server, "canary").await;
    grow(&server, &world, 0..2).await;
    let mut calls = Vec::new();
    for endpoint in all().into_iter().filter(shows_agents) {
        calls.push((endpoint, world.example(&server, &endpoint).await));
    }
    let agents = [&world.agent, &world.away, &world.windows].map(|agent| &agent.agent_id);
    let is_shown = |text: &str| {
        let names = ["canary host", "canary away", "canary windows"];
        names.iter().any(|name| text.contains(name)) || agents.iter().any(|id| text.contains(*id))
    };
    let mut shown_by = 0;
    for (endpoint, example) in &calls {
        let reply = send(&example.caller, endpoint, example).await;
        shown_by += usize::from(is_shown(&reply.text));
    }
    assert!(shown_by > 10, "only {shown_by} routes show the agents");

    for agent in agents {
        server.admin.delete(&format!("/agents/{agent}/")).await.ok();
    }

    for (endpoint, example) in &calls {
        let reply = send(&example.caller, endpoint, example).await;
        if endpoint.path.contains("{agent_id}") {
            reply.refused(404, "not_found");
            continue;
        }
        assert_eq!(reply.status, 200, "{endpoint:?}: {}", reply.text);
        assert!(!is_shown(&reply.text), "{endpoint:?}: {}", reply.text);
    }
}

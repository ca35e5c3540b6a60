//! What nothing can depend on.

use serde_json::json;

use super::{add_agents, add_ping, of_agent, of_check};
use crate::auth::Right;
use crate::testing::TestServer;
use crate::testing::owners::server_with_caller;

#[tokio::test]
async fn nothing_depends_on_itself() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let pc = add_agents(&server, location, &["pc-1"]).await.remove(0);
    let check = add_ping(&server, json!({ "agent": pc }), "web").await;
    let sentence = "Must not depend on itself.";
    let problems = server.admin.put(&of_agent(&pc), json!({ "agent": pc })).await.problems();
    assert_eq!(problems, json!({ "agent": [sentence] }));
    let body = json!({ "agent": pc, "check": check });
    let problems = server.admin.put(&of_check(check), body.clone()).await.problems();
    assert_eq!(problems, json!({ "check": [sentence] }));

    let problems = server.admin.put(&of_agent(&pc), body).await.problems();

    let way = "Would depend on itself: pc-1 → pc-1: web → pc-1.";
    assert_eq!(problems, json!({ "check": [way] }), "its checks need the agent");
}

#[tokio::test]
async fn a_circle_is_refused_with_its_way() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agents = add_agents(&server, location, &["pc-1", "switch", "router"]).await;
    server.admin.put(&of_agent(&agents[0]), json!({ "agent": agents[1] })).await.ok();
    server.admin.put(&of_agent(&agents[1]), json!({ "agent": agents[2] })).await.ok();
    let body = json!({ "agent": agents[0] });
    let problems = server.admin.put(&of_agent(&agents[2]), body.clone()).await.problems();
    let way = "Would depend on itself: router → pc-1 → switch → router.";
    assert_eq!(problems, json!({ "agent": [way] }));
    server.admin.put(&of_agent(&agents[1]), json!({ "agent": null })).await.ok();
    server.admin.put(&of_agent(&agents[2]), body).await.ok();
}

#[tokio::test]
async fn a_circle_does_not_name_what_the_caller_cannot_see() {
    let (server, mine, theirs, caller) = server_with_caller(&[Right::EditAgent]).await;
    let own = add_agents(&server, mine, &["first", "second"]).await;
    let other = add_agents(&server, theirs, &["other"]).await.remove(0);
    server.admin.put(&of_agent(&own[0]), json!({ "agent": other })).await.ok();
    server.admin.put(&of_agent(&other), json!({ "agent": own[1] })).await.ok();
    let problems = caller.put(&of_agent(&own[1]), json!({ "agent": own[0] })).await.problems();
    let way = "Would depend on itself: second → first → another agent → second.";
    assert_eq!(problems, json!({ "agent": [way] }));
}

#[tokio::test]
async fn a_parent_has_to_be_there_and_to_run_the_check() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agents = add_agents(&server, location, &["pc-1", "router"]).await;
    let path = of_agent(&agents[0]);
    let other = add_ping(&server, json!({ "agent": agents[0] }), "web").await;
    let policy = server.add_policy("P").await;
    let foreign = add_ping(&server, json!({ "policy": policy }), "far away").await;
    let no_check = json!({ "check": ["The agent runs no such check."] });
    for (body, problems) in [
        (json!({}), json!({ "agent": ["This field is required."] })),
        (json!({ "agent": "nobody" }), json!({ "agent": ["There is no such agent."] })),
        (json!({ "agent": agents[1], "check": other }), no_check.clone()),
        (json!({ "agent": agents[1], "check": foreign }), no_check.clone()),
        (json!({ "agent": agents[1], "check": 999_999 }), no_check),
        (
            json!({ "agent": [7], "check": "x" }),
            json!({ "agent": ["Must be text."], "check": ["Must be a whole number."] }),
        ),
        (
            json!({ "agent": null, "check": other }),
            json!({ "check": ["Send the agent of the check as well."] }),
        ),
    ] {
        assert_eq!(server.admin.put(&path, body.clone()).await.problems(), problems, "{body}");
    }
}

#[tokio::test]
async fn a_chain_has_sixteen_steps_at_most() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let names: Vec<String> = (0..=17).map(|number| format!("pc-{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let agents = add_agents(&server, location, &names).await;
    for pair in agents[..=16].windows(2) {
        server.admin.put(&of_agent(&pair[0]), json!({ "agent": pair[1] })).await.ok();
    }
    let too_long = json!({ "agent": ["Must not be more than 16 steps in a row."] });
    let below = server.admin.put(&of_agent(&agents[17]), json!({ "agent": agents[0] })).await;
    assert_eq!(below.problems(), too_long);
    let above = server.admin.put(&of_agent(&agents[16]), json!({ "agent": agents[17] })).await;
    assert_eq!(above.problems(), too_long);
}

#[tokio::test]
async fn a_check_of_a_policy_takes_what_changing_the_policy_takes() {
    let rights = &[Right::ListChecks, Right::ManageChecks, Right::ListAgents];
    let (server, mine, theirs, caller) = server_with_caller(rights).await;
    let own = add_agents(&server, mine, &["own"]).await.remove(0);
    let policy = server.add_policy("P").await;
    let client = format!("/clients/{}/", theirs.client);
    server.admin.put(&client, json!({ "server_policy": policy })).await.ok();
    let check = add_ping(&server, json!({ "policy": policy }), "web").await;
    let refusal = caller.put(&of_check(check), json!({ "agent": own })).await;
    refusal.refused(403, "forbidden");
}

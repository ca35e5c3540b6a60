//! What is stored, shown, audited and published.

use serde_json::{Value, json};

use super::{add_agents, add_ping, nothing, of_agent, of_check};
use crate::auth::Right;
use crate::storage::sql;
use crate::testing::TestServer;
use crate::testing::owners::server_with_caller;

#[tokio::test]
async fn a_dependency_is_shown_at_both_ends_until_it_is_removed() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agents = add_agents(&server, location, &["pc-1", "router"]).await;
    let [pc, router] = [agents[0].as_str(), agents[1].as_str()];
    let admin = &server.admin;
    assert_eq!(admin.get(&of_agent(pc)).await.ok(), nothing());

    let set = admin.put(&of_agent(pc), json!({ "agent": router })).await.ok();

    let mut expected = nothing();
    (expected["agent"], expected["hostname"]) = (json!(router), json!("router"));
    assert_eq!(set, expected);
    assert_eq!(admin.get(&of_agent(pc)).await.ok(), expected);
    let mut parent = nothing();
    parent["dependents"] = json!([{
        "agent_id": pc, "hostname": "pc-1", "check": null, "check_name": null,
        "unreachable": false,
    }]);
    assert_eq!(admin.get(&of_agent(router)).await.ok(), parent);
    let removed = admin.put(&of_agent(pc), json!({ "agent": null, "check": null })).await.ok();
    assert_eq!(removed, nothing());
    assert_eq!(admin.get(&of_agent(router)).await.ok(), nothing());
}

#[tokio::test]
async fn a_check_may_depend_on_a_check_of_another_agent() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agents = add_agents(&server, location, &["pc-1", "router"]).await;
    let [pc, router] = [agents[0].as_str(), agents[1].as_str()];
    let web = add_ping(&server, json!({ "agent": pc }), "web").await;
    let line = add_ping(&server, json!({ "agent": router }), "line").await;
    let write = server.app.db.begin().await.unwrap();
    let text = "update agents set presence = 'offline' where agent_id = $1";
    sql::execute(&write, text, [router.into()]).await.unwrap();
    write.commit().await.unwrap();

    let body = json!({ "agent": router, "check": line });
    let set = server.admin.put(&of_check(web), body).await.ok();

    let expected = json!({
        "agent": router, "hostname": "router", "check": line, "check_name": "line",
        "failing": true, "unreachable": false, "dependents": [],
    });
    assert_eq!(set, expected);
    let dependents = json!([{
        "agent_id": pc, "hostname": "pc-1", "check": web, "check_name": "web",
        "unreachable": false,
    }]);
    for path in [of_check(line), of_agent(router)] {
        assert_eq!(server.admin.get(&path).await.ok()["dependents"], dependents, "{path}");
    }
}

#[tokio::test]
async fn a_check_of_a_policy_depends_on_something_on_every_agent() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agents = add_agents(&server, location, &["router"]).await;
    let policy = server.add_policy("P").await;
    let check = add_ping(&server, json!({ "policy": policy }), "web").await;
    server.admin.put(&of_check(check), json!({ "agent": agents[0] })).await.ok();
    let shown = server.admin.get(&of_agent(&agents[0])).await.ok();
    let expected = json!([{
        "agent_id": null, "hostname": null, "check": check, "check_name": "web",
        "unreachable": false,
    }]);
    assert_eq!(shown["dependents"], expected);
}

#[tokio::test]
async fn a_change_is_audited_and_published() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agents = add_agents(&server, location, &["pc-1", "router"]).await;
    let mut line = server.follow(&server.admin, &["agents"]).await;

    server.admin.put(&of_agent(&agents[0]), json!({ "agent": agents[1] })).await.ok();

    let frame = line.receive().await;
    assert_eq!(frame["type"], "agent.updated");
    assert_eq!(frame["data"]["agent_id"], json!(agents[0]));
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["message"], "admin made pc-1 depend on router");
    assert_eq!(row["before_value"], json!({ "depends_on": null, "depends_on_check": null }));
    let after = json!({ "depends_on": agents[1], "depends_on_check": null });
    assert_eq!(row["after_value"], after);
}

#[tokio::test]
async fn what_is_out_of_scope_neither_can_be_named_nor_is_shown() {
    let rights = &[Right::ListAgents, Right::EditAgent, Right::ListChecks, Right::ManageChecks];
    let (server, mine, theirs, caller) = server_with_caller(rights).await;
    let own = add_agents(&server, mine, &["own"]).await.remove(0);
    let other = add_agents(&server, theirs, &["other"]).await.remove(0);
    caller.put(&of_agent(&other), json!({ "agent": own })).await.refused(404, "not_found");
    let problems = caller.put(&of_agent(&own), json!({ "agent": other })).await.problems();
    assert_eq!(problems, json!({ "agent": ["There is no such agent."] }));
    server.admin.put(&of_agent(&own), json!({ "agent": other })).await.ok();
    assert_eq!(caller.get(&of_agent(&own)).await.ok(), nothing());
    server.admin.put(&of_agent(&own), json!({ "agent": null })).await.ok();
    server.admin.put(&of_agent(&other), json!({ "agent": own })).await.ok();
    assert_eq!(caller.get(&of_agent(&own)).await.ok()["dependents"], Value::Array(Vec::new()));
    let check = add_ping(&server, json!({ "agent": other }), "ping").await;
    caller.get(&of_check(check)).await.refused(404, "not_found");
    caller.put(&of_check(check), json!({ "agent": own })).await.refused(404, "not_found");
}

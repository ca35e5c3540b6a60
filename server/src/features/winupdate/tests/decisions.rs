//! `PUT /winupdate/<id>/` and `POST /winupdate/bulk/`.

use serde_json::json;

use super::{scan, states, update};
use crate::auth::Right;
use crate::testing::TestServer;

#[tokio::test]
async fn a_decision_is_stored_shown_and_audited() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    scan(&server, &mut agent, &[update("vim", "2")]).await;

    let answer = server.admin.put("/winupdate/1/", json!({ "action": "approve" })).await.ok();

    let path = format!("/winupdate/{}/", agent.identity.agent_id);
    assert_eq!(server.admin.get(&path).await.ok(), json!([answer]));
    assert_eq!((&answer["action"], &answer["inherited"]), (&json!("approve"), &json!(false)));
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["message"], "admin set update vim 2 of pc-1 to approve");
    assert_eq!(row["before_value"], json!({ "id": 1, "action": "inherit" }));
    assert_eq!(row["after_value"], json!({ "id": 1, "action": "approve" }));

    let answer = server.admin.put("/winupdate/1/", json!({ "action": "inherit" })).await.ok();
    assert_eq!(answer["action"], "nothing");
    let problems = server.admin.put("/winupdate/1/", json!({ "action": "maybe" })).await.problems();
    assert_eq!(problems["action"], json!(["Must be one of inherit, approve, ignore, nothing."]));
    server
        .admin
        .put("/winupdate/9/", json!({ "action": "ignore" }))
        .await
        .refused(404, "not_found");
    server.admin.put(&path, json!({ "action": "ignore" })).await.refused(404, "not_found");
}

#[tokio::test]
async fn many_are_decided_at_once_all_or_none_and_only_in_scope() {
    let server = TestServer::start().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Branch").await;
    let mut one = server.add_agent(acme, "pc-1").await;
    let mut two = server.add_agent(other, "pc-2").await;
    scan(&server, &mut one, &[update("vim", "2"), update("bash", "5")]).await;
    scan(&server, &mut two, &[update("vim", "2")]).await;
    let narrow = server.scoped_caller(&[Right::ManageWinupdates], &[acme.client], &[]).await;
    let rows = server.audit().await.len();

    let body = json!({ "ids": [1, 3, 99], "action": "approve" });
    let problems = narrow.post("/winupdate/bulk/", body).await.problems();
    let missing = json!(["There is no such update."]);
    assert_eq!(problems, json!({ "ids[1]": missing, "ids[2]": missing }));
    let body = json!({ "ids": [1], "guid": "vim=2", "action": "approve" });
    let problems = narrow.post("/winupdate/bulk/", body).await.problems();
    assert_eq!(problems, json!({ "ids": ["Send either ids, guid or guids."] }));
    let body = json!({ "guid": "vim=2", "site": other.site, "action": "ignore" });
    let problems = narrow.post("/winupdate/bulk/", body).await.problems();
    assert_eq!(problems, json!({ "guid": missing }));
    assert_eq!(server.audit().await.len(), rows);

    let body = json!({ "guid": "vim=2", "action": "approve" });
    let answer = narrow.post("/winupdate/bulk/", body).await.ok();
    assert_eq!(answer, json!("Set 1 update to approve."));
    let body = json!({ "ids": [1, 3, 3], "action": "ignore" });
    let answer = server.admin.post("/winupdate/bulk/", body).await.ok();
    assert_eq!(answer, json!("Set 2 updates to ignore."));
    assert_eq!(states(&server, &one).await, ["bash=5 available ignore", "vim=2 available approve"]);
    assert_eq!(states(&server, &two).await, ["vim=2 available ignore"]);
    let lines = server.audit_lines().await;
    let last = "admin bulk_action winupdate admin set 2 updates to ignore";
    assert_eq!(lines.last().unwrap(), last);
    narrow.put("/winupdate/3/", json!({ "action": "ignore" })).await.refused(404, "not_found");
}

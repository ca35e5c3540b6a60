//! Two tenants: each sees, changes and follows only what is theirs.

use serde_json::{Value, json};

use super::{key_of, pick};
use crate::auth::Right;
use crate::testing::TestServer;

#[tokio::test]
async fn a_scoped_caller_sees_only_their_alerts_on_every_route_and_event() {
    let server = TestServer::start().await;
    let ours = server.add_site("Ours", "Main").await;
    let theirs = server.add_site("Theirs", "Main").await;
    let our_agent = server.enrol(ours, "our-pc").await.agent_id;
    let their_agent = server.enrol(theirs, "their-pc").await.agent_id;
    let rights = [Right::ListAlerts, Right::ManageAlerts];
    let caller = server.scoped_caller(&rights, &[ours.client], &[]).await;
    let mut line = server.follow(&caller, &["alerts"]).await;
    let post = async |message: &str, agent: Option<&str>| -> Value {
        let body = json!({ "message": message, "agent": agent });
        server.admin.post("/alerts/", body).await.ok()
    };
    let hidden = post("theirs", Some(&their_agent)).await;
    let nobodys = post("of nobody", None).await;
    let shown = post("ours", Some(&our_agent)).await;

    for (kind, message) in [("alert.opened", "ours")] {
        let event = line.receive_event(kind).await;
        assert_eq!(event["data"]["message"], message);
        assert_eq!(event["data"]["id"], shown["id"]);
    }
    let count = line.receive_event("alert.count").await;
    let expected = json!({ "client_id": ours.client, "site_id": ours.site, "count": 1 });
    assert_eq!(count["data"], expected);

    assert_eq!(caller.get("/alerts/").await.ok(), json!([shown]));
    assert_eq!(caller.patch("/alerts/", json!({})).await.ok(), json!([shown]));
    let top = caller.patch("/alerts/", json!({ "top": 5 })).await.ok();
    assert_eq!(pick(&top, &["alerts_count"]), json!({ "alerts_count": 1 }));
    for foreign in [&hidden["id"], &nobodys["id"]] {
        let path = format!("/alerts/{foreign}/");
        caller.get(&path).await.refused(404, "not_found");
        caller.get(&format!("{path}context/")).await.refused(404, "not_found");
        caller.put(&path, json!({ "type": "resolve" })).await.refused(404, "not_found");
        caller.delete(&path).await.refused(404, "not_found");
        let bulk = json!({ "bulk_action": "delete", "alerts": [shown["id"], foreign] });
        caller.post("/alerts/bulk/", bulk).await.problems();
    }
    for agent in [json!(their_agent), json!(key_of(&server, &their_agent).await)] {
        let body = json!({ "message": "m", "agent": agent });
        let problems = caller.post("/alerts/", body).await.problems();
        assert_eq!(problems, json!({ "agent": ["Choose an agent."] }));
    }
    caller.post("/alerts/", json!({ "message": "m" })).await.refused(403, "forbidden");
    assert_eq!(server.admin.get("/alerts/").await.ok().as_array().unwrap().len(), 3);
}

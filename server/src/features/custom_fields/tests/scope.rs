//! Who may change a definition that others rely on.

use serde_json::{Value, json};

use super::{define, entry, field_path};
use crate::auth::Right;
use crate::testing::TestServer;

const RIGHTS: &[Right] = &[Right::ViewCustomfields, Right::ManageCustomfields];

#[tokio::test]
async fn a_field_in_use_outside_the_scope_is_read_and_not_changed() {
    let server = TestServer::start().await;
    let own = server.add_site("Own", "Main").await;
    let other = server.add_site("Other", "Main").await;
    let foreign = server.enrol(other, "theirs").await;
    let somebody = server.scoped_caller(RIGHTS, &[own.client], &[]).await;
    let owners = [
        ("agent", format!("/agents/{}/", foreign.agent_id)),
        ("client", format!("/clients/{}/", other.client)),
        ("site", format!("/clients/sites/{}/", other.site)),
    ];
    for (model, owner) in owners {
        let id = define(&server, json!({ "model": model, "name": "F" })).await;
        let path = field_path(id);
        somebody.put(&path, json!({ "order": 1 })).await.ok();
        server.admin.put(&owner, entry(id, "secret")).await.ok();
        let rows = server.audit().await.len();

        somebody.get(&path).await.ok();
        for body in [json!({}), json!({ "name": "New" }), json!({ "type": "number" })] {
            let refusal = somebody.put(&path, body).await.refused(403, "forbidden");
            assert_eq!(refusal["detail"], "F is in use outside your role's scope.");
        }
        for query in ["", "?force=true"] {
            let refusal = somebody.delete(&format!("{path}{query}")).await;
            assert!(!refusal.text.contains("theirs"), "{}", refusal.text);
            refusal.refused(403, "forbidden");
        }
        assert_eq!(server.audit().await.len(), rows);
        let values = server.admin.get(&owner).await.ok();
        assert_eq!(values["custom_fields"][0]["value"], "secret");
    }
}

#[tokio::test]
async fn a_field_in_use_only_within_the_scope_is_changed_and_deleted() {
    let server = TestServer::start().await;
    let own = server.add_site("Own", "Main").await;
    let identity = server.enrol(own, "mine").await;
    let by_client = server.scoped_caller(RIGHTS, &[own.client], &[]).await;
    let by_site = server.scoped_caller(RIGHTS, &[], &[own.site]).await;
    let owners = [
        ("agent", format!("/agents/{}/", identity.agent_id)),
        ("client", format!("/clients/{}/", own.client)),
        ("site", format!("/clients/sites/{}/", own.site)),
    ];
    for (model, owner) in owners {
        let id = define(&server, json!({ "model": model, "name": "F" })).await;
        let path = field_path(id);
        server.admin.put(&owner, entry(id, "5")).await.ok();

        by_client.put(&path, json!({ "type": "number" })).await.ok();
        by_client.delete(&path).await.refused(409, "in_use");
        // A client is in scope if it is listed, not by one of its sites.
        let reply = by_site.put(&path, json!({ "order": 2 })).await;
        match model {
            "client" => drop(reply.refused(403, "forbidden")),
            _ => drop(reply.ok()),
        }
        by_client.delete(&format!("{path}?force=true")).await.ok();
    }
}

#[tokio::test]
async fn a_caller_with_a_scope_may_define_fields() {
    let server = TestServer::start().await;
    let own = server.add_site("Own", "Main").await;
    let somebody = server.scoped_caller(RIGHTS, &[own.client], &[]).await;

    let body = json!({ "model": "agent", "name": "Mine" });
    let field = somebody.post("/core/customfields", body).await.ok();

    assert_eq!(somebody.get("/core/customfields").await.ok(), json!([field]));
}

#[tokio::test]
async fn each_right_opens_its_own_calls_only() {
    let server = TestServer::start().await;
    let id = define(&server, json!({ "model": "agent", "name": "F" })).await;
    let (viewer, manager) =
        (server.caller_with(&RIGHTS[..1]).await, server.caller_with(&RIGHTS[1..]).await);
    let (list, one) = ("/core/customfields", field_path(id));
    let body: Value = json!({ "model": "agent", "name": "G" });

    viewer.get(list).await.ok();
    viewer.get(&one).await.ok();
    viewer.patch(list, json!({ "model": "agent" })).await.ok();
    viewer.post(list, body.clone()).await.refused(403, "forbidden");
    viewer.put(&one, json!({})).await.refused(403, "forbidden");
    viewer.delete(&one).await.refused(403, "forbidden");
    manager.get(list).await.refused(403, "forbidden");
    manager.get(&one).await.refused(403, "forbidden");
    manager.patch(list, json!({ "model": "agent" })).await.refused(403, "forbidden");
    manager.post(list, body).await.ok();
    manager.put(&one, json!({})).await.ok();
    manager.delete(&one).await.ok();
}

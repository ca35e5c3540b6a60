//! Who may change a template.

use serde_json::json;

use super::{TEMPLATES, add, path, put};
use crate::auth::Right;
use crate::testing::owners::{ALL, server_with_caller};

const RIGHTS: &[Right] = &[Right::ListAlerttemplates, Right::ManageAlerttemplates];

#[tokio::test]
async fn a_template_in_use_outside_the_scope_is_not_changed() {
    let (server, mine, theirs, caller) = server_with_caller(RIGHTS).await;
    let common = add(&server, "Common", json!({})).await;
    assert_eq!(caller.get(&path(&common)).await.ok(), common, "reading takes only the right");
    let refusal = caller.put(&path(&common), json!({ "name": "x" })).await;
    assert_eq!(refusal.refused(403, "forbidden")["detail"], ALL);

    let own = caller.post(TEMPLATES, json!({ "name": "Own" })).await.ok();
    assert_eq!(own["owner_clients"], json!([mine.client]));
    put(&caller, &path(&own), json!({ "name": "Mine" })).await;
    let set = json!({ "alert_template": own["id"] });
    put(&server.admin, &format!("/clients/{}/", theirs.client), set.clone()).await;
    let sentence = "The alert template is in use outside your role's scope.";
    let refusal = caller.put(&path(&own), json!({ "name": "x" })).await.refused(403, "forbidden");
    assert_eq!(refusal["detail"], sentence);
    let forced = format!("{}?force=true", path(&own));
    let refusal = caller.delete(&forced).await.refused(403, "forbidden");
    assert_eq!(refusal["detail"], sentence);
    let related = caller.get(&format!("{}related/", path(&own))).await.ok();
    assert_eq!((&related["clients"], &related["applied_count"]), (&json!([]), &json!(0)));

    // A policy that is set elsewhere takes it along.
    put(&server.admin, &format!("/clients/{}/", theirs.client), json!({ "alert_template": null }))
        .await;
    let policy = json!({ "name": "P", "owner_clients": [mine.client] });
    let policy = server.admin.post("/automation/policies/", policy).await.ok();
    let policy_path = format!("/automation/policies/{}/", policy["id"]);
    put(&server.admin, &policy_path, set).await;
    put(&caller, &path(&own), json!({ "name": "Still mine" })).await;
    let assigned = json!({ "server_policy": policy["id"] });
    put(&server.admin, &format!("/clients/sites/{}/", theirs.site), assigned).await;
    let refusal = caller.put(&path(&own), json!({ "name": "x" })).await.refused(403, "forbidden");
    assert_eq!(refusal["detail"], sentence);
}

//! Roles: created, changed, deleted.

use serde_json::{Value, json};

use super::{TIMES, add_person_with_role, add_role, audit_lines, last_change, without};
use crate::auth::Right;
use crate::testing::TestServer;

fn role_body(mut own: Value) -> Value {
    let mut body = json!({
        "is_superuser": false, "require_2fa_for_remote": false, "can_view_clients": [],
        "can_view_sites": [], "user_count": 0, "created_by": "admin", "modified_by": "admin",
    });
    for right in Right::ALL {
        body[right.flag()] = json!(false);
    }
    body.as_object_mut().unwrap().append(own.as_object_mut().unwrap());
    body
}

#[tokio::test]
async fn a_role_shows_every_right_as_a_flag() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let body = json!({ "name": " Helpers ", "can_list_agents": true, "can_send_cmd": true,
                       "can_view_clients": [location.client], "can_view_sites": [location.site] });

    let role = server.admin.post("/accounts/roles/", body).await.ok();

    assert_eq!(
        without(role.clone(), TIMES),
        role_body(json!({
            "id": role["id"], "name": "Helpers", "can_list_agents": true, "can_send_cmd": true,
            "can_view_clients": [location.client], "can_view_sites": [location.site],
        }))
    );
    let path = format!("/accounts/roles/{}/", role["id"]);
    assert_eq!(server.admin.get(&path).await.ok(), role);
    assert_eq!(server.admin.get("/accounts/roles/").await.ok(), json!([role]));
    assert_eq!(audit_lines(&server).await, ["admin add role created role Helpers"]);
    assert_eq!(last_change(&server).await, (Value::Null, role));
}

#[tokio::test]
async fn all_problems_of_a_role_are_reported_at_once() {
    let server = TestServer::start().await;
    let body = json!({ "can_list_agents": "yes", "can_view_clients": [1, "x"], "is_superuser": 2 });
    assert_eq!(
        server.admin.post("/accounts/roles/", body).await.problems(),
        json!({
            "name": ["Enter a name."],
            "can_list_agents": ["Must be true or false."],
            "can_view_clients[1]": ["Must be a list of whole numbers."],
            "is_superuser": ["Must be true or false."],
        })
    );
    let body = json!({ "name": "R", "can_view_clients": [999], "can_view_sites": [998, 999] });
    assert_eq!(
        server.admin.post("/accounts/roles/", body).await.problems(),
        json!({
            "can_view_clients[0]": ["There is no such client."],
            "can_view_sites[0]": ["There is no such site."],
            "can_view_sites[1]": ["There is no such site."],
        })
    );
}

#[tokio::test]
async fn a_role_is_changed_in_part_and_acts_on_the_next_call() {
    let server = TestServer::start().await;
    let id = add_role(&server, json!({ "name": "R", "can_list_clients": true })).await;
    let ann = add_person_with_role(&server, "ann", id.clone()).await;
    let session = ann.session(&server).await;
    session.get("/clients/").await.ok();
    let path = format!("/accounts/roles/{id}/");

    let old = server.admin.get(&path).await.ok();
    let body = json!({ "can_list_clients": false, "can_list_agents": true });
    let new = server.admin.put(&path, body).await.ok();

    let expected = json!({ "id": id, "name": "R", "can_list_agents": true, "user_count": 1 });
    assert_eq!(without(new.clone(), TIMES), role_body(expected));
    session.get("/clients/").await.refused(403, "forbidden");
    assert_eq!(audit_lines(&server).await.last().unwrap(), "admin modify role changed role R");
    assert_eq!(last_change(&server).await, (old, new));
}

#[tokio::test]
async fn the_name_of_a_role_is_unique_regardless_of_case() {
    let server = TestServer::start().await;
    add_role(&server, json!({ "name": "One" })).await;
    let two = add_role(&server, json!({ "name": "Two" })).await;
    let taken = json!({ "name": ["This name is already used."] });

    let made = server.admin.post("/accounts/roles/", json!({ "name": "oNE" })).await;
    assert_eq!(made.problems(), taken);
    let path = format!("/accounts/roles/{two}/");
    let renamed = server.admin.put(&path, json!({ "name": " one" })).await;
    assert_eq!(renamed.problems(), taken);
    server.admin.put(&path, json!({ "name": "TWO" })).await.ok();
}

#[tokio::test]
async fn a_role_in_use_is_deleted_only_by_force() {
    let server = TestServer::start().await;
    let id = add_role(&server, json!({ "name": "R" })).await;
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    for name in names {
        add_person_with_role(&server, name, id.clone()).await;
    }
    let path = format!("/accounts/roles/{id}/");

    let refusal = server.admin.delete(&path).await.refused(409, "in_use");
    let sentence = "Users have this role: a, b, c, d, e, f, g, h, i, j and 2 more.";
    assert_eq!(refusal["detail"], sentence);
    server.admin.delete(&format!("{path}?force=maybe")).await.refused(400, "invalid");
    let answer = server.admin.delete(&format!("{path}?force=true")).await.ok();

    assert_eq!(answer, json!("deleted role R, which 12 users had"));
    let users = server.admin.get("/accounts/users/?search=username:a").await.ok();
    assert_eq!((&users[0]["role"], &users[0]["role_name"]), (&Value::Null, &json!("")));
    server.admin.get(&path).await.refused(404, "not_found");
    server.admin.put(&path, json!({})).await.refused(404, "not_found");
    server.admin.delete(&path).await.refused(404, "not_found");
    let line = "admin delete role deleted role R, which 12 users had";
    assert_eq!(audit_lines(&server).await.last().unwrap(), line);
}

#[tokio::test]
async fn each_call_about_roles_needs_its_right() {
    let server = TestServer::start().await;
    let id = add_role(&server, json!({ "name": "R" })).await;
    let one = format!("/accounts/roles/{id}/");
    let reader = server.caller_with(&[Right::ListRoles]).await;
    let writer = server.caller_with(&[Right::ManageRoles]).await;

    reader.get("/accounts/roles/").await.ok();
    reader.get(&one).await.ok();
    reader.post("/accounts/roles/", json!({})).await.refused(403, "forbidden");
    reader.put(&one, json!({})).await.refused(403, "forbidden");
    reader.delete(&one).await.refused(403, "forbidden");
    writer.get("/accounts/roles/").await.refused(403, "forbidden");
    writer.get(&one).await.refused(403, "forbidden");
    writer.put(&one, json!({ "name": "S" })).await.ok();
}

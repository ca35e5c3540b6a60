//! What a row says about who did it, and at which site.

use std::time::Duration;

use serde_json::{Value, json};

use super::tests::{about_client, record};
use crate::auth::Token;
use crate::storage::sql;
use crate::testing::TestServer;
use crate::time::Timestamp;

#[tokio::test]
async fn a_row_names_its_site_and_client_in_every_form_of_the_log() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/", agent.agent_id);
    server.admin.put(&path, json!({ "description": "x" })).await.ok();
    // Only the key of the site is in this row.
    let body = json!({ "type": "Site", "id": location.site, "action": true });
    server.admin.post("/agents/maintenance/bulk/", body).await.ok();
    let name = json!({ "site": { "name": "Head office" } });
    server.admin.put(&format!("/clients/sites/{}/", location.site), name).await.ok();

    let site = |name: &str| json!({ "id": location.site, "name": name, "client": location.client, "client_name": "Acme" });
    let of = |rows: &Value, message: &str| {
        let mut rows = rows.as_array().unwrap().iter();
        let found = rows.find(|row| row["message"].as_str().unwrap().contains(message));
        found.unwrap()["site"].clone()
    };
    let searched = server.admin.patch("/logs/audit/", json!({})).await.ok()["audit_logs"].clone();
    let listed = server.admin.get("/logs/audit/").await.ok();
    let paged = server.admin.get("/logs/audit/?page=1&search=agent").await.ok()["results"].clone();
    for rows in [searched, listed, paged] {
        assert_eq!(of(&rows, "modified agent pc-1"), site("Main"), "as it was called then");
        assert_eq!(of(&rows, "put into maintenance"), site("Head office"));
    }
    let file = server.admin.get("/logs/audit/?format=csv").await.text;
    let line = file.lines().find(|line| line.contains("modified agent pc-1")).unwrap();
    assert!(line.contains(",Main,modify,agent,"), "{line}");
}

#[tokio::test]
async fn a_row_names_the_account_and_the_session_that_did_it() {
    let server = TestServer::start().await;
    let token = Token::random();
    let write = server.app.db.begin().await.unwrap();
    let text = "insert into sessions (digest, token_hash, user_id, kind, created, expiry,
                                      latest_expiry, last_used)
                select 'x', $1, id, 'session', $2, $3, $3, $2 from users returning id";
    let (now, end) = (Timestamp::now(), Timestamp::now().plus(Duration::from_secs(3600)));
    let values = [token.hash.clone().into(), now.into(), end.into()];
    let session = sql::number(&write, text, values).await.unwrap();
    write.commit().await.unwrap();
    let person = server.anonymous().with_token(token.text.reveal());
    let me = person.get("/accounts/me/").await.ok()["id"].clone();
    person.post("/clients/", json!({ "name": "By a person" })).await.ok();
    server.admin.post("/clients/", json!({ "name": "By a key" })).await.ok();
    record(&server, "system", about_client(9, "By the server")).await;

    let rows = server.audit().await;

    let shown: Vec<Value> = rows.iter().map(|row| row["user_id"].clone()).collect();
    assert_eq!(shown, [me.clone(), me, Value::Null]);
    assert_eq!(rows[0]["debug_info"], json!({ "session": session }));
    assert!(rows[1]["debug_info"]["api_key"]["id"].is_i64());
    assert_eq!(rows[2]["debug_info"], json!({}));
    assert!(is_intact(&server).await);
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "update audit_log set user_id = 99 where id = 1", []).await.unwrap();
    write.commit().await.unwrap();
    assert!(!is_intact(&server).await);
}

#[tokio::test]
async fn a_row_distinguishes_an_api_key_from_a_person_and_the_chain_covers_it() {
    let server = TestServer::start().await;
    let new = json!({ "name": "nightly import" });
    let made = server.admin.post("/accounts/apikeys/", new).await.ok();
    let key = server.anonymous().with_key(made["key"].as_str().unwrap());
    key.post("/clients/", json!({ "name": "By a key" })).await.ok();
    record(&server, "alice", about_client(9, "By a person")).await;

    let log = server.admin.patch("/logs/audit/", json!({})).await.ok();

    let shown = |row: &Value| json!([row["username"], row["api_key"], row["debug_info"]]);
    let named = json!({ "api_key": {
        "id": made["id"], "name": "nightly import", "prefix": made["prefix"],
    } });
    assert_eq!(shown(&log["audit_logs"][0]), json!(["alice", null, {}]));
    assert_eq!(
        shown(&log["audit_logs"][1]),
        json!([made["username"], "nightly import", named]),
        "{made}"
    );
    assert!(!log.to_string().contains(made["key"].as_str().unwrap()));
    let file = server.admin.get("/logs/audit/?format=csv").await.text;
    let line = file.lines().find(|line| line.contains("client By a key")).unwrap();
    assert!(line.contains(",nightly import,"), "{line}");
    assert!(is_intact(&server).await);
    let write = server.app.db.begin().await.unwrap();
    let text = "update audit_log set debug_info = '{}' where message = 'added client By a key'";
    assert_eq!(sql::execute(&write, text, []).await.unwrap(), 1);
    write.commit().await.unwrap();
    assert!(!is_intact(&server).await);
}

async fn is_intact(server: &TestServer) -> bool {
    server.audit_verdict().await.is_intact()
}

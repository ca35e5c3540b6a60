//! Secrets do not show up anywhere else.

use sea_orm::{DbErr, FromQueryResult, QueryResult};
use serde_json::json;

use super::Person;
use crate::storage::sql;
use crate::testing::TestServer;

const CANARY: &str = "kanarienvogel-31415926";

#[tokio::test]
async fn no_secret_reaches_the_audit_log_a_list_or_an_error() {
    let server = TestServer::start().await;
    let mut seen: Vec<String> = Vec::new();
    let (admin, anonymous) = (&server.admin, server.anonymous());

    // A password in its own field, in the field of the name, and in wrong bodies.
    let user = json!({ "username": "ann", "password": CANARY });
    let made = admin.post("/accounts/users/", user.clone()).await.ok();
    let ann = Person { id: made["id"].as_i64().unwrap(), name: "ann" };
    seen.push(made.to_string());
    seen.push(admin.post("/accounts/users/", user.clone()).await.text);
    let as_name = json!({ "username": CANARY, "password": CANARY, "twofactor": CANARY });
    seen.push(anonymous.post("/v2/login/", as_name.clone()).await.text);
    seen.push(anonymous.post("/v2/checkcreds/", as_name).await.text);
    let wrong = json!({ "username": "ann", "password": CANARY, "twofactor": [CANARY] });
    seen.push(anonymous.post("/v2/login/", wrong).await.text);
    let reset = json!({ "id": 999_999, "password": CANARY });
    seen.push(admin.post("/accounts/users/reset/", reset).await.text);
    let reset = json!({ "id": ann.id, "password": CANARY });
    seen.push(admin.post("/accounts/users/reset/", reset).await.text);

    // Two-factor secret, session token and key: each shown once, then never.
    let step = anonymous.post("/v2/checkcreds/", user).await.ok();
    let enrolment = anonymous.with_token(step["token"].as_str().unwrap());
    let totp = enrolment.post("/accounts/users/setup_totp/", json!({})).await.ok();
    let code = ann.code(&server, 0).await;
    let login = json!({ "username": "ann", "password": CANARY, "twofactor": code });
    let session = anonymous.post("/v2/login/", login).await.ok();
    let key = admin.post("/accounts/apikeys/", json!({ "name": "k", "user": ann.id })).await.ok();
    let rotate = format!("/accounts/apikeys/{}/rotate/", key["id"]);
    let rotated = admin.post(&rotate, json!({ "overlap_hours": 1 })).await.ok();
    for path in [
        "/accounts/users/".to_owned(),
        "/accounts/me/".to_owned(),
        "/accounts/apikeys/".to_owned(),
        format!("/accounts/{}/users/", ann.id),
        format!("/accounts/users/{}/sessions/", ann.id),
    ] {
        seen.push(admin.get(&path).await.text);
    }
    let own = anonymous.with_token(session["token"].as_str().unwrap());
    let change = json!({ "password": "another good one", "current_password": CANARY });
    seen.push(own.put("/accounts/resetpw/", change).await.text);
    seen.push(own.get("/accounts/me/").await.text);

    let rows = "select * from audit_log order by id";
    seen.push(all_rows(&server, rows).await);
    seen.push(all_rows(&server, "select * from login_pauses").await);
    let secrets = [&step["token"], &totp["totp_key"], &session["token"], &key["key"]];
    for secret in secrets.into_iter().chain([&rotated["key"], &json!(CANARY)]) {
        let secret = secret.as_str().unwrap();
        for text in &seen {
            assert!(!text.contains(secret), "{secret} is in {text}");
        }
    }
}

async fn all_rows(server: &TestServer, text: &str) -> String {
    let rows: Vec<TextRow> = sql::all(server.app.db.read(), text, []).await.unwrap();
    assert!(!rows.is_empty());
    rows.into_iter().map(|row| row.0).collect()
}

/// Every text of a row; numbers hold no secrets.
struct TextRow(String);

impl FromQueryResult for TextRow {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        let mut texts = String::new();
        for column in row.column_names() {
            match row.try_get::<Option<String>>(prefix, &column) {
                Ok(text) => texts.extend([text.unwrap_or_default(), "\n".to_owned()]),
                Err(_) => drop(row.try_get::<Option<i64>>(prefix, &column)?),
            }
        }
        Ok(Self(texts))
    }
}

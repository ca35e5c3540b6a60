//! Accounts, through the API.

mod api_keys;
mod canary;
mod commands;
mod grants;
mod limits;
mod login;
mod own_login;
mod pending;
mod recovery_codes;
mod roles;
mod sessions;
mod setup;
mod usernames;
mod users;

use std::time::Duration;

use sea_orm::FromQueryResult;
use serde_json::{Value, json};

use crate::auth::{Purpose, Totp, TotpSecret};
use crate::storage::sql;
use crate::testing::{Client, TestServer};
use crate::time::Timestamp;

const PASSWORD: &str = "correct horse battery";

/// A user with the password [`PASSWORD`].
struct Person {
    id: i64,
    name: &'static str,
}

/// Adds a user without a role.
async fn add_person(server: &TestServer, name: &'static str) -> Person {
    add_person_with_role(server, name, Value::Null).await
}

async fn add_person_with_role(server: &TestServer, name: &'static str, role: Value) -> Person {
    let body = json!({ "username": name, "password": PASSWORD, "role": role });
    let user = server.admin.post("/accounts/users/", body).await.ok();
    Person { id: user["id"].as_i64().unwrap(), name }
}

/// Adds a role with these fields; returns its id.
async fn add_role(server: &TestServer, fields: Value) -> Value {
    server.admin.post("/accounts/roles/", fields).await.ok()["id"].clone()
}

impl Person {
    /// What the authenticator app shows, as many steps from now.
    async fn code(&self, server: &TestServer, steps: u64) -> String {
        let text = "select totp_secret from users where id = $1";
        let sealed: Option<Vec<u8>> =
            sql::value(server.app.db.read(), text, [self.id.into()]).await.unwrap();
        let secret = server.app.vault.open_sealed(Purpose::TotpSecret, &sealed.unwrap()).unwrap();
        let totp = Totp::new(&TotpSecret::from_bytes(secret), self.name).unwrap();
        totp.code_at(Timestamp::now().plus(Duration::from_secs(30 * steps)))
    }

    fn credentials(&self) -> Value {
        json!({ "username": self.name, "password": PASSWORD })
    }

    fn login(&self, code: &str) -> Value {
        json!({ "username": self.name, "password": PASSWORD, "twofactor": code })
    }

    /// A token for setting up two-factor login.
    async fn enrolment(&self, server: &TestServer) -> Client {
        let step = server.anonymous().post("/v2/checkcreds/", self.credentials()).await.ok();
        server.anonymous().with_token(step["token"].as_str().unwrap())
    }

    /// A fresh session; sets up two-factor login if necessary.
    async fn session(&self, server: &TestServer) -> Client {
        let enrolled = "select totp_enrolled from users where id = $1";
        let is_enrolled: Option<bool> =
            sql::value(server.app.db.read(), enrolled, [self.id.into()]).await.unwrap();
        if is_enrolled == Some(false) {
            let enrolment = self.enrolment(server).await;
            enrolment.post("/accounts/users/setup_totp/", json!({})).await.ok();
        }
        run(server, &format!("update users set totp_last_step = 0 where id = {}", self.id)).await;
        let code = self.code(server, 0).await;
        let session = server.anonymous().post("/v2/login/", self.login(&code)).await.ok();
        server.anonymous().with_token(session["token"].as_str().unwrap())
    }
}

/// Executes a statement, for example to change times instead of waiting.
async fn run(server: &TestServer, statement: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, statement, []).await.unwrap();
    write.commit().await.unwrap();
}

/// The audit log as lines: `username action object_type message`.
async fn audit_lines(server: &TestServer) -> Vec<String> {
    #[derive(FromQueryResult)]
    struct Row {
        username: String,
        action: String,
        object_type: String,
        message: String,
    }
    let text = "select username, action, object_type, message from audit_log order by id";
    let rows: Vec<Row> = sql::all(server.app.db.read(), text, []).await.unwrap();
    let line =
        |row: &Row| [&*row.username, &*row.action, &*row.object_type, &*row.message].join(" ");
    rows.iter().map(line).collect()
}

/// The values before and after of the last audit row.
async fn last_change(server: &TestServer) -> (Value, Value) {
    #[derive(FromQueryResult)]
    struct Row {
        before_value: Option<String>,
        after_value: Option<String>,
    }
    let text = "select before_value, after_value from audit_log order by id desc limit 1";
    let row: Row = sql::one(server.app.db.read(), text, []).await.unwrap().unwrap();
    let json = |text: Option<String>| match text {
        Some(text) => serde_json::from_str(&text).unwrap(),
        None => Value::Null,
    };
    (json(row.before_value), json(row.after_value))
}

/// A body without the fields that differ from run to run.
fn without(mut body: Value, fields: &[&str]) -> Value {
    for field in fields {
        assert!(body.as_object_mut().unwrap().remove(*field).is_some(), "{field} is missing");
    }
    body
}

/// The preferences of somebody who has not changed any.
fn default_preferences() -> Value {
    json!({
        "dark_mode": true, "show_community_scripts": true, "agent_dblclick_action": "editagent",
        "url_action": null, "default_agent_tbl_tab": "mixed", "client_tree_sort": "alphafail",
        "client_tree_splitter": 11, "agents_per_page": 50, "loading_bar_color": "red",
        "dash_info_color": "info", "dash_positive_color": "positive",
        "dash_negative_color": "negative", "dash_warning_color": "warning",
        "clear_search_when_switching": true, "date_format": "",
    })
}

/// A user's body, as far as it does not differ from run to run.
fn user_body(mut own: Value) -> Value {
    let mut body = json!({
        "first_name": "", "last_name": "", "email": "", "is_active": true, "is_superuser": false,
        "block_dashboard_login": false, "role": null, "role_name": "", "last_login": null,
        "last_login_ip": "", "totp_enrolled": false, "is_sso_user": false, "social_accounts": [],
        "created_by": "admin", "modified_by": "admin",
    });
    let all = body.as_object_mut().unwrap();
    all.append(default_preferences().as_object_mut().unwrap());
    all.append(own.as_object_mut().unwrap());
    body
}

const TIMES: &[&str] = &["created_time", "modified_time"];

//! Valid requests for the routes about accounts, each with a person of its own.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::TestServer;
use super::endpoints::Endpoint;
use super::examples::Example;
use crate::auth::{Purpose, Secret, Sender, Token, hash_password, hash_token};
use crate::storage::sql;
use crate::time::Timestamp;

const PASSWORD: &str = "correct horse battery";
const SETUP_CODE: &str = "abcde-fghij-kmnpq-rstuv";

/// Routes about accounts need their own user.
pub async fn account_example(server: &TestServer, endpoint: &Endpoint, name: &str) -> Example {
    let person = Person::new(server, name).await;
    let with = |id: i64| endpoint.path.replace("{id}", &id.to_string());
    let session = server.anonymous().with_token(&person.session);
    let (admin, path) = (server.admin.clone(), endpoint.path.to_owned());
    let login = json!({ "username": name, "password": PASSWORD });
    let call = format!("{} {}", endpoint.method, endpoint.path);
    let (path, body, caller) = match call.as_str() {
        "POST /setup/" => {
            forget_everybody(server).await;
            let body = json!({ "code": SETUP_CODE, "username": name, "password": PASSWORD });
            (path, body, server.anonymous())
        }
        "POST /v2/checkcreds/" => {
            person.forget_totp(server).await;
            (path, login, server.anonymous())
        }
        "POST /v2/login/" => {
            let mut body = login;
            body["twofactor"] = json!(person.code());
            (path, body, server.anonymous())
        }
        "POST /accounts/users/setup_totp/" => {
            person.forget_totp(server).await;
            (path, Value::Null, session)
        }
        "POST /logout/" | "POST /logoutall/" => (path, Value::Null, session),
        "PUT /accounts/resetpw/" => {
            let body = json!({ "password": "another good password", "current_password": PASSWORD });
            (path, body, session)
        }
        "PUT /accounts/reset2fa/" | "POST /accounts/recoverycodes/" => {
            (path, json!({ "current_password": PASSWORD }), session)
        }
        "PATCH /accounts/users/ui/" => (path, json!({ "dark_mode": false }), session),
        "POST /accounts/users/" => {
            let body = json!({ "username": format!("{name}2"), "password": PASSWORD });
            (path, body, admin)
        }
        "PUT /accounts/{id}/users/" => (with(person.id), json!({ "first_name": "Ada" }), admin),
        "POST /accounts/users/reset/" => {
            (path, json!({ "id": person.id, "password": "another good password" }), admin)
        }
        "PUT /accounts/users/reset/" | "PUT /accounts/users/reset_totp/" => {
            (path, json!({ "id": person.id }), admin)
        }
        "DELETE /accounts/sessions/{digest}/" => {
            (path.replace("{digest}", &person.digest), Value::Null, admin)
        }
        "POST /accounts/roles/" => (path, json!({ "name": name }), admin),
        "POST /accounts/apikeys/" => (path, json!({ "name": name }), admin),
        _ if path.starts_with("/accounts/roles/{id}") => {
            let role = admin.post("/accounts/roles/", json!({ "name": name })).await.ok();
            (with(role["id"].as_i64().unwrap()), json!({ "can_list_agents": true }), admin)
        }
        _ if path.starts_with("/accounts/apikeys/{id}") => {
            let key = admin.post("/accounts/apikeys/", json!({ "name": name })).await.ok();
            let body = match endpoint.method {
                "PUT" => json!({ "read_only": true }),
                _ => Value::Null,
            };
            (with(key["id"].as_i64().unwrap()), body, admin)
        }
        "GET /core/v2/status/" => {
            (path, Value::Null, server.anonymous().with_header("X-Mon-Token", "monitoring"))
        }
        _ => (with(person.id), Value::Null, admin),
    };
    Example { path, body, caller }
}

/// The hash of [`PASSWORD`]. Computed once: hundreds of examples have a person.
async fn password_hash() -> &'static str {
    static HASH: OnceCell<String> = OnceCell::const_new();
    let hash = || async { hash_password(&Secret::new(PASSWORD), Sender::Known).await.unwrap() };
    HASH.get_or_init(hash).await
}

/// A user with a password, two-factor login and a session.
struct Person {
    id: i64,
    session: String,
    digest: String,
    totp: crate::auth::TotpSecret,
    name: String,
}

impl Person {
    async fn new(server: &TestServer, name: &str) -> Self {
        let app = &server.app;
        let hash = password_hash().await;
        let totp = crate::auth::TotpSecret::random();
        let now = Timestamp::now();
        let later = now.plus(Duration::from_secs(3600));
        let (session, digest) = (Token::random(), crate::auth::random_letters(16));
        let write = app.db.begin().await.unwrap();
        let id = sql::number(
            &write,
            "insert into users (username, password_hash, totp_secret, totp_enrolled, created_time,
                    modified_time) values ($1, $2, $3, true, 0, 0) returning id",
            [name.into(), hash.into(), app.vault.seal(Purpose::TotpSecret, totp.bytes()).into()],
        )
        .await
        .unwrap();
        sql::execute(
            &write,
            "insert into sessions (digest, token_hash, user_id, kind, created, expiry,
                    latest_expiry, last_used) values ($1, $2, $3, 'session', $4, $5, $5, $4)",
            [
                digest.clone().into(),
                session.hash.clone().into(),
                id.into(),
                now.into(),
                later.into(),
            ],
        )
        .await
        .unwrap();
        write.commit().await.unwrap();
        let (session, name) = (session.text.reveal().to_owned(), name.to_owned());
        Self { id, session, digest, totp, name }
    }

    /// The code an authenticator app would show now.
    fn code(&self) -> String {
        let totp = crate::auth::Totp::new(&self.totp, &self.name).unwrap();
        totp.code_at(Timestamp::now())
    }

    async fn forget_totp(&self, server: &TestServer) {
        let write = server.app.db.begin().await.unwrap();
        let text = "update users set totp_enrolled = false, totp_secret = null where id = $1";
        sql::execute(&write, text, [self.id.into()]).await.unwrap();
        write.commit().await.unwrap();
    }
}

/// Back to the first start.
async fn forget_everybody(server: &TestServer) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "delete from users where username <> 'nobody'", []).await.unwrap();
    let text = "update installation set setup_code_hash = $1, owner_user_id = null";
    sql::execute(&write, text, [hash_token(SETUP_CODE).into()]).await.unwrap();
    write.commit().await.unwrap();
}

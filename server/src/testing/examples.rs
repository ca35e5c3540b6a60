//! A good request for every route, on objects made for it.

use std::time::Duration;

use serde_json::{Value, json};

use super::endpoints::Endpoint;
use super::{Client, Identity, Place, TestServer};
use crate::auth::{Secret, Token, hash_password, hash_token};
use crate::cli::enroll_token;
use crate::storage::sql;
use crate::time::Timestamp;

const PASSWORD: &str = "correct horse battery";
const SETUP_CODE: &str = "abcde-fghij-kmnpq-rstuv";

/// A request that works.
pub struct Example {
    /// The path with its variables filled in.
    pub path: String,
    /// The body, or null for none.
    pub body: Value,
    /// Who sends it when it works.
    pub caller: Client,
}

/// Objects of one tenant that examples are about.
pub struct World {
    /// Where they are.
    pub place: Place,
    /// An agent that answers.
    pub agent: Identity,
}

impl World {
    /// A tenant with a name that can be searched for in answers.
    pub async fn new(server: &TestServer, name: &str) -> Self {
        let place = server.add_place(&format!("{name} client"), &format!("{name} site")).await;
        let agent = server.add_agent(place, &format!("{name} host")).await.obey();
        Self { place, agent }
    }

    /// A good request for this route.
    pub async fn example(&self, server: &TestServer, endpoint: &Endpoint) -> Example {
        let admin = server.admin.clone();
        let call = format!("{} {}", endpoint.method, endpoint.path);
        let with = |id: Value| endpoint.path.replace("{id}", &id.to_string());
        let name = crate::auth::random_letters(8);
        let (path, body) = match call.as_str() {
            "POST /clients/" => (endpoint.path.to_owned(), json!({ "client": { "name": name } })),
            "GET /clients/{id}/" | "PUT /clients/{id}/" => {
                (with(json!(self.place.client)), json!({ "name": "tenant, renamed" }))
            }
            "DELETE /clients/{id}/" => {
                let empty = server.add_place(&name, "Main").await;
                (with(json!(empty.client)), Value::Null)
            }
            "POST /clients/sites/" => {
                let site = json!({ "client": self.place.client, "name": name });
                (endpoint.path.to_owned(), json!({ "site": site }))
            }
            "GET /clients/sites/{id}/" | "PUT /clients/sites/{id}/" => {
                (with(json!(self.place.site)), json!({ "name": "site, renamed" }))
            }
            "DELETE /clients/sites/{id}/" => {
                let site = json!({ "client": self.place.client, "name": name });
                let site = admin.post("/clients/sites/", json!({ "site": site })).await.ok();
                (with(site["id"].clone()), Value::Null)
            }
            "POST /agents/{agent_id}/cmd/" => {
                (self.agent_path(endpoint), json!({ "shell": "sh", "cmd": "id", "timeout": 5 }))
            }
            "PUT /agents/{agent_id}/" => {
                (self.agent_path(endpoint), json!({ "description": name }))
            }
            "POST /core/customfields" | "PATCH /core/customfields" => {
                (endpoint.path.to_owned(), json!({ "model": "agent", "name": name }))
            }
            _ if endpoint.path == "/core/customfields/{id}/" => {
                let body = json!({ "model": "agent", "name": name });
                let field = admin.post("/core/customfields", body).await.ok();
                (with(field["id"].clone()), json!({ "required": true }))
            }
            "POST /core/status/" => (endpoint.path.to_owned(), json!({ "auth": "monitoring" })),
            "POST /link/enroll/" => (endpoint.path.to_owned(), self.enrolment(server).await),
            _ if super::live_examples::knows(endpoint) => {
                super::live_examples::example(self, server, endpoint, &name).await
            }
            _ if endpoint.path.contains("{agent_id}") => (self.agent_path(endpoint), Value::Null),
            _ => return account_example(server, endpoint, &name).await,
        };
        Example { path, body, caller: admin }
    }

    fn agent_path(&self, endpoint: &Endpoint) -> String {
        endpoint.path.replace("{agent_id}", &self.agent.agent_id)
    }

    async fn enrolment(&self, server: &TestServer) -> Value {
        let expires = Timestamp::now().plus(Duration::from_secs(60));
        let token =
            enroll_token::create(&server.app, self.place.site, None, expires, "server").await;
        json!({
            "token": token.unwrap().text.reveal(), "public_key": "ab".repeat(32),
            "hostname": "new", "plat": "linux", "goarch": "amd64", "version": "0.1.0",
        })
    }
}

/// Routes about accounts need a person of their own.
async fn account_example(server: &TestServer, endpoint: &Endpoint, name: &str) -> Example {
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
        "PUT /accounts/reset2fa/" => (path, json!({ "current_password": PASSWORD }), session),
        "PATCH /accounts/users/ui/" => (path, json!({ "dark_mode": false }), session),
        "POST /accounts/users/" => {
            let body = json!({ "username": format!("{name}2"), "password": PASSWORD });
            (path, body, admin)
        }
        "PUT /accounts/{id}/users/" => (with(person.id), json!({ "first_name": "Ada" }), admin),
        "POST /accounts/users/reset/" => {
            (path, json!({ "id": person.id, "password": "another good password" }), admin)
        }
        "PUT /accounts/users/reset_totp/" => (path, json!({ "id": person.id }), admin),
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

/// Somebody with a password, two-factor login and a session.
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
        let hash = hash_password(&Secret::new(PASSWORD)).await.unwrap();
        let totp = crate::auth::TotpSecret::random();
        let now = Timestamp::now();
        let later = now.plus(Duration::from_secs(3600));
        let (session, digest) = (Token::random(), crate::auth::random_letters(16));
        let write = app.db.begin().await.unwrap();
        let id = sql::number(
            &write,
            "insert into users (username, password_hash, totp_secret, totp_enrolled, created_time,
                    modified_time) values ($1, $2, $3, true, 0, 0) returning id",
            [name.into(), hash.into(), app.vault.seal(totp.bytes()).into()],
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

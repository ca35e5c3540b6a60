//! The objects a test needs, created without going through the API.

use serde_json::{Value, json};

use super::{Client, TestServer};
use crate::app::App;
use crate::audit::{Verdict, verify};
use crate::auth::{Right, Token};
use crate::storage::sql;
use crate::time::Timestamp;

/// A client with one site.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    pub client: i64,
    pub site: i64,
}

impl TestServer {
    /// Adds a client with one site.
    pub async fn add_site(&self, client: &str, site: &str) -> Location {
        let now = Timestamp::now();
        let write = self.app.db.begin().await.expect("the database takes writes");
        let client = sql::number(
            &write,
            "insert into clients (name, created_time, modified_time) values ($1, $2, $2)
             returning id",
            [client.into(), now.into()],
        )
        .await
        .expect("the client is new");
        let site = sql::number(
            &write,
            "insert into sites (client_id, name, created_time, modified_time)
             values ($1, $2, $3, $3) returning id",
            [client.into(), site.into(), now.into()],
        )
        .await
        .expect("the site is new");
        write.commit().await.expect("it commits");
        Location { client, site }
    }

    /// Adds a shell script to the library, whose text is its name.
    pub async fn add_script(&self, name: &str) -> i64 {
        let write = self.app.db.begin().await.expect("the database takes writes");
        let id = sql::number(
            &write,
            "insert into scripts (name, shell, script_body, script_hash, default_timeout,
                    body_time, created_time, modified_time)
             values ($1, 'shell', $1, '', 90, 0, 0, 0) returning id",
            [name.into()],
        )
        .await
        .expect("the script is new");
        write.commit().await.expect("it commits");
        id
    }

    /// Adds a policy that is switched on and set nowhere.
    pub async fn add_policy(&self, name: &str) -> i64 {
        let write = self.app.db.begin().await.expect("the database takes writes");
        let id = sql::number(
            &write,
            "insert into policies (name, active, created_time, modified_time)
             values ($1, true, 0, 0) returning id",
            [name.into()],
        )
        .await
        .expect("the policy is new");
        write.commit().await.expect("it commits");
        id
    }

    /// A caller whose role has exactly these rights, everywhere.
    pub async fn caller_with(&self, rights: &[Right]) -> Client {
        self.scoped_caller(rights, &[], &[]).await
    }

    /// A caller whose role has every right but this one, everywhere.
    pub async fn caller_without(&self, right: Right) -> Client {
        let others: Vec<Right> = Right::ALL.iter().copied().filter(|one| *one != right).collect();
        self.caller_with(&others).await
    }

    /// A caller whose role has these rights in these clients and sites.
    pub async fn scoped_caller(&self, rights: &[Right], clients: &[i64], sites: &[i64]) -> Client {
        let flags: Vec<&str> = rights.iter().map(|right| right.flag()).collect();
        let write = self.app.db.begin().await.expect("the database takes writes");
        let role = sql::number(
            &write,
            "insert into roles
                    (name, rights, can_view_clients, can_view_sites, created_time, modified_time)
             values ($1, $2, $3, $4, 0, 0) returning id",
            [
                format!("role {}", crate::auth::random_letters(8)).into(),
                json!(flags).to_string().into(),
                json!(clients).to_string().into(),
                json!(sites).to_string().into(),
            ],
        )
        .await
        .expect("the role is new");
        write.commit().await.expect("it commits");
        let name = format!("user-{}", crate::auth::random_letters(8).to_lowercase());
        let key = add_user_with_key(&self.app, &name, false, Some(role)).await;
        self.anonymous().with_key(&key)
    }

    /// A caller who is logged in as this user.
    pub async fn session_of(&self, username: &str) -> Client {
        let (token, now) = (Token::random(), Timestamp::now());
        let write = self.app.db.begin().await.expect("the database takes writes");
        let added = sql::execute(
            &write,
            "insert into sessions (digest, token_hash, user_id, kind, created, expiry,
                    latest_expiry, last_used)
             select $1, $2, id, 'session', $3, $4, $4, $3 from users where username = $5",
            [
                crate::auth::random_letters(16).into(),
                token.hash.clone().into(),
                now.into(),
                now.plus(std::time::Duration::from_secs(30 * 86_400)).into(),
                username.into(),
            ],
        )
        .await
        .expect("the session is new");
        assert_eq!(added, 1, "there is a user {username}");
        write.commit().await.expect("it commits");
        self.anonymous().with_token(token.text.reveal())
    }

    /// The whole audit log through the API, oldest first, without what
    /// differs from run to run.
    pub async fn audit(&self) -> Vec<Value> {
        let all = json!({ "pagination": { "rowsPerPage": 1000, "descending": false } });
        let log = self.admin.patch("/logs/audit/", all).await.ok();
        log["audit_logs"].as_array().expect("a list").clone()
    }

    /// Whether the audit log is intact, as `muster audit verify` finds it.
    pub async fn audit_verdict(&self) -> Verdict {
        let app = &self.app;
        verify(&app.db, &app.vault, &app.settings.data).await.expect("the log can be read")
    }

    /// The audit log as lines: `username action object_type message`.
    pub async fn audit_lines(&self) -> Vec<String> {
        let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let line = |row: &Value| {
            ["username", "action", "object_type", "message"].map(|name| text(row, name)).join(" ")
        };
        self.audit().await.iter().map(line).collect()
    }

    /// The debug log about agents, oldest first, as lines: `log_level log_type agent
    /// message`. What is about the server depends on the machine: its disk may be
    /// nearly full.
    pub async fn debug_lines(&self) -> Vec<String> {
        let entries = self.admin.get("/logs/debug/?ordering=id").await.ok();
        let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
        let line = |row: &Value| {
            ["log_level", "log_type", "agent", "message"].map(|name| text(row, name)).join(" ")
        };
        let entries = entries.as_array().expect("a list").iter();
        entries.filter(|entry| entry["agent"].is_string()).map(line).collect()
    }
}

/// A key of the superuser `admin`, made on first use.
pub async fn superuser_key(app: &App) -> String {
    let found: Option<i64> =
        sql::value(app.db.read(), "select id from users where username = 'admin'", [])
            .await
            .expect("the users can be read");
    match found {
        Some(user) => add_key(app, user).await,
        None => add_user_with_key(app, "admin", true, None).await,
    }
}

async fn add_user_with_key(app: &App, name: &str, superuser: bool, role: Option<i64>) -> String {
    let write = app.db.begin().await.expect("the database takes writes");
    let user = sql::number(
        &write,
        "insert into users (username, is_superuser, role_id, created_time, modified_time)
         values ($1, $2, $3, 0, 0) returning id",
        [name.into(), superuser.into(), role.into()],
    )
    .await
    .expect("the user is new");
    write.commit().await.expect("it commits");
    add_key(app, user).await
}

async fn add_key(app: &App, user: i64) -> String {
    let token = Token::random();
    let write = app.db.begin().await.expect("the database takes writes");
    sql::execute(
        &write,
        "insert into api_keys (name, user_id, prefix, key_hash, last_used, created_time, modified_time)
         values ($1, $2, $3, $4, $5, 0, 0)",
        [
            format!("key {}", token.prefix()).into(),
            user.into(),
            token.prefix().into(),
            token.hash.clone().into(),
            // Just used: no request of the test records the use again.
            Timestamp::now().into(),
        ],
    )
    .await
    .expect("the key is new");
    write.commit().await.expect("it commits");
    token.text.reveal().to_owned()
}

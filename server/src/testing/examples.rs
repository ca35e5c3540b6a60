//! A valid request for every route, on objects made for it.

use std::time::Duration;

use serde_json::{Value, json};

use super::account_examples::account_example;
use super::endpoints::{Endpoint, behind};
use super::metrics::{cpu, this_minute};
use super::shared_examples::{core_example, script_example};
use super::{Client, Identity, Location, TestServer};
use crate::cli::enroll_token;
use crate::storage::sql;
use crate::time::Timestamp;

/// The limit of a command in seconds. Callers wait for its agent a little longer than that,
/// and no standstill of the machine takes as long.
const PATIENT: u32 = 60;

/// A request that works.
pub struct Example {
    /// The path with its variables filled in.
    pub path: String,
    /// The body, or null for none.
    pub body: Value,
    /// A caller who may send it.
    pub caller: Client,
}

/// Objects of one tenant that examples are about.
pub struct World {
    /// Their client and site.
    pub location: Location,
    /// An agent that answers.
    pub agent: Identity,
    /// An agent that is offline.
    pub away: Identity,
    /// A Windows computer whose agent answers.
    pub windows: Identity,
}

impl World {
    /// A tenant with a name that can be searched for in answers.
    pub async fn new(server: &TestServer, name: &str) -> Self {
        let location = server.add_site(&format!("{name} client"), &format!("{name} site")).await;
        let agent = server.add_agent(location, &format!("{name} host")).await.obey();
        let away = server.enrol(location, &format!("{name} away")).await;
        server.add_metrics(&agent.agent_id, &cpu(this_minute(), &[12.5])).await;
        let windows = server.add_windows_agent(location, &format!("{name} windows")).await.obey();
        Self { location, agent, away, windows }
    }

    /// A valid request for this route.
    pub async fn example(&self, server: &TestServer, endpoint: &Endpoint) -> Example {
        if let Some(main) = behind(endpoint) {
            let example = Box::pin(self.example(server, main)).await;
            return Example { path: beta_path(endpoint, main, &example.path), ..example };
        }
        let admin = server.admin.clone();
        let call = endpoint.call();
        let with = |id: Value| endpoint.path.replace("{id}", &id.to_string());
        let name = crate::auth::random_letters(8);
        let (path, body) = match call.as_str() {
            _ if super::alert_examples::knows(endpoint) => {
                super::alert_examples::example(self, server, endpoint, &name).await
            }
            _ if super::installer_examples::knows(endpoint) => {
                super::installer_examples::example(self, server, endpoint, &name).await
            }
            _ if super::live_examples::knows(endpoint) => {
                super::live_examples::example(self, server, endpoint, &name).await
            }
            _ if super::registry_examples::knows(endpoint) => {
                super::registry_examples::example(self, endpoint)
            }
            _ if super::recording_examples::knows(endpoint) => {
                super::recording_examples::example(self, server, endpoint).await
            }
            _ if super::remote_examples::knows(endpoint) => {
                super::remote_examples::example(self, server, endpoint).await
            }
            _ if super::check_examples::knows(endpoint) => {
                super::check_examples::example(self, server, endpoint, &name).await
            }
            _ if super::push_examples::knows(endpoint) => {
                super::push_examples::example(server, endpoint, &name).await
            }
            _ if super::task_examples::knows(endpoint) => {
                super::task_examples::example(self, server, endpoint, &name).await
            }
            _ if super::url_action_examples::knows(endpoint) => {
                super::url_action_examples::example(self, server, endpoint, &name).await
            }
            _ if super::view_examples::knows(endpoint) => {
                super::view_examples::example(server, endpoint, &name).await
            }
            _ if super::watch_examples::knows(endpoint) => {
                super::watch_examples::example(self, server, endpoint, &name).await
            }
            "POST /clients/" => (endpoint.path.to_owned(), json!({ "client": { "name": name } })),
            "GET /clients/{id}/" | "PUT /clients/{id}/" => {
                (with(json!(self.location.client)), json!({ "name": "tenant, renamed" }))
            }
            "DELETE /clients/{id}/" => {
                let empty = server.add_site(&name, "Main").await;
                (with(json!(empty.client)), Value::Null)
            }
            "POST /clients/sites/" => {
                let site = json!({ "client": self.location.client, "name": name });
                (endpoint.path.to_owned(), json!({ "site": site }))
            }
            "GET /clients/sites/{id}/" | "PUT /clients/sites/{id}/" => {
                (with(json!(self.location.site)), json!({ "name": "site, renamed" }))
            }
            "DELETE /clients/sites/{id}/" => {
                let site = json!({ "client": self.location.client, "name": name });
                let site = admin.post("/clients/sites/", json!({ "site": site })).await.ok();
                (with(site["id"].clone()), Value::Null)
            }
            "POST /agents/{agent_id}/cmd/" => {
                let body = json!({ "shell": "sh", "cmd": "id", "timeout": PATIENT });
                (self.agent_path(endpoint), body)
            }
            "PATCH /agents/{agent_id}/reboot/" => {
                (self.agent_path(endpoint), json!({ "datetime": "2199-01-31T13:30" }))
            }
            "PUT /agents/{agent_id}/" => {
                (self.agent_path(endpoint), json!({ "description": name }))
            }
            "POST /agents/{agent_id}/runscript/" => {
                (self.agent_path(endpoint), json!({ "script": server.add_script(&name).await }))
            }
            "POST /scripts/{id}/test/" => {
                let body = json!({ "code": "id", "shell": "shell", "timeout": PATIENT });
                (endpoint.path.replace("{id}", &self.agent.agent_id), body)
            }
            "GET /events/" => ("/events/?topics=config".to_owned(), Value::Null),
            "GET /winupdate/agents/" => ("/winupdate/agents/?guid=vim=9".to_owned(), Value::Null),
            "GET /metrics/fleet/" => ("/metrics/fleet/?name=cpu".to_owned(), Value::Null),
            "GET /metrics/agents" => (endpoint.path.to_owned(), Value::Null),
            "POST /agents/notes/" => {
                let body = json!({ "agent_id": self.agent.agent_id, "note": name });
                (endpoint.path.to_owned(), body)
            }
            "POST /agents/{agent_id}/notes/" => {
                (self.agent_path(endpoint), json!({ "note": name }))
            }
            path if path.ends_with(" /agents/notes/{id}/") => {
                let notes = format!("/agents/{}/notes/", self.agent.agent_id);
                let note = admin.post(&notes, json!({ "note": name })).await.ok();
                (with(note["id"].clone()), json!({ "note": "other words" }))
            }
            "GET /logs/audit/{id}/code/" => {
                let body = json!({ "code": "id", "shell": "shell", "timeout": PATIENT });
                let test = format!("/scripts/{}/test/", self.agent.agent_id);
                admin.post(&test, body).await.ok();
                let newest = admin.get("/logs/audit/?page=1&page_size=1").await.ok();
                (with(newest["results"][0]["id"].clone()), Value::Null)
            }
            "POST /runs/{id}/again/" => {
                let body = json!({ "shell": "sh", "cmd": "id", "timeout": PATIENT });
                let cmd = format!("/agents/{}/cmd/", self.agent.agent_id);
                let run = admin.post(&cmd, body).await.header("x-run-id").to_owned();
                (endpoint.path.replace("{id}", &run), Value::Null)
            }
            path if path.contains(" /runs/{id}/")
                || path.contains(" /logs/pendingactions/{id}/") =>
            {
                (with(json!(self.add_queued_run(server).await)), Value::Null)
            }
            "GET /accounts/{id}/pending/" => {
                let body = json!({ "script": server.add_script(&name).await, "output": "forget" });
                let away = format!("/agents/{}/runscript/", self.away.agent_id);
                admin.post(&away, body).await.ok();
                (with(admin.get("/accounts/me/").await.ok()["id"].clone()), Value::Null)
            }
            path if path.ends_with("/agents/{agent_id}/pendingactions/") => {
                self.add_queued_run(server).await;
                (endpoint.path.replace("{agent_id}", &self.away.agent_id), Value::Null)
            }
            path if path.contains(" /agents/{agent_id}/") => {
                (self.agent_path(endpoint), Value::Null)
            }
            "GET /runs/" | "GET /agents/history/" | "GET /logs/pendingactions/" => {
                self.add_queued_run(server).await;
                (endpoint.path.to_owned(), Value::Null)
            }
            "POST /core/customfields" | "PATCH /core/customfields" => {
                (endpoint.path.to_owned(), json!({ "model": "agent", "name": name }))
            }
            _ if endpoint.path == "/core/customfields/{id}/" => {
                let body = json!({ "model": "agent", "name": name });
                let field = admin.post("/core/customfields", body).await.ok();
                (with(field["id"].clone()), json!({ "required": true }))
            }
            "GET /core/v2/status/" => return account_example(server, endpoint, &name).await,
            "POST /core/status/" => (endpoint.path.to_owned(), json!({ "auth": "monitoring" })),
            "POST /link/enroll/" => (endpoint.path.to_owned(), self.enrolment(server).await),
            "POST /core/thaw/" => {
                let body = json!({ "client": server.add_site(&name, "Main").await.client });
                admin.post("/core/freeze/", body.clone()).await.ok();
                let (path, caller) = (endpoint.path.to_owned(), server.session_of("admin").await);
                return Example { path, body, caller };
            }
            _ if endpoint.path.starts_with("/core/") => core_example(server, endpoint, &name).await,
            _ if endpoint.path.starts_with("/scripts/") => {
                script_example(server, endpoint, &name).await
            }
            _ if super::alerting_examples::knows(endpoint) => {
                super::alerting_examples::example(self, server, endpoint, &name).await
            }
            _ if endpoint.path.starts_with("/automation/") => {
                super::policy_examples::example(self, server, endpoint, &name).await
            }
            _ if endpoint.path.contains("{agent_id}") => (self.agent_path(endpoint), Value::Null),
            _ => return account_example(server, endpoint, &name).await,
        };
        Example { path, body, caller: admin }
    }

    /// A run that waits for the tenant's agent that is away.
    async fn add_queued_run(&self, server: &TestServer) -> i64 {
        let write = server.app.db.begin().await.unwrap();
        let run_id = crate::auth::random_letters(32);
        let expires = Timestamp::now().plus(Duration::from_secs(3600));
        let id = sql::number(
            &write,
            "insert into runs (run_id, agent_id, type, status, username, time, script_name,
                    order_name, order_body, timeout_seconds, expires)
             select $1, a.id, 'script_run', 'queued', 'somebody', $2, a.hostname, 'run_script', $3,
                    5, $4 from agents a where a.agent_id = $5 returning id",
            [
                run_id.into(),
                Timestamp::now().into(),
                Vec::<u8>::new().into(),
                expires.into(),
                self.away.agent_id.clone().into(),
            ],
        )
        .await
        .unwrap();
        write.commit().await.unwrap();
        id
    }

    fn agent_path(&self, endpoint: &Endpoint) -> String {
        endpoint.path.replace("{agent_id}", &self.agent.agent_id)
    }

    async fn enrolment(&self, server: &TestServer) -> Value {
        let expires = Timestamp::now().plus(Duration::from_secs(60));
        let token =
            enroll_token::create(&server.app, self.location.site, Some(1), expires, "server").await;
        json!({
            "token": token.unwrap().text.reveal(), "public_key": "ab".repeat(32),
            "hostname": "new", "plat": "linux", "goarch": "amd64", "version": "0.1.0",
        })
    }
}

/// The path of a request in the beta API: with the same variable.
fn beta_path(endpoint: &Endpoint, main: &Endpoint, path: &str) -> String {
    let Some(location) = main.path.split('/').position(|part| part.starts_with('{')) else {
        return endpoint.path.to_owned();
    };
    let id = path.split('/').nth(location).expect("the path fits its template");
    let (before, _) = endpoint.path.split_once('{').expect("it has the same variable");
    format!("{before}{id}/")
}

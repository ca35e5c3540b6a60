//! Every row of the interface specification, sent with the real `curl` as its
//! callers do: as written, without the last slash, with a doubled one, with
//! optional fields left out, and with a content type but no body.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::agent::Agent;
use crate::curl::Curl;
use crate::process::write_program;
use crate::server::Server;
use crate::turn;
use crate::waiting::until;

/// What the examples are about.
struct World {
    server: Server,
    agent: Agent,
    curl: Curl,
    /// Removed when the test is over.
    _programs: TempDir,
}

impl World {
    async fn new() -> Self {
        let settings = [
            ("MON_TOKEN", "a-long-token"),
            ("SWAGGER_ENABLED", "true"),
            ("BETA_API_ENABLED", "true"),
        ];
        let server = Server::start_with(&settings).await;
        let token = server.enrolment_token().await;
        let programs = folder_with_pwsh().await;
        let own = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{own}", programs.path().display());
        let agent = Agent::join_with(&server, &token, "pc-1", &[("PATH", &path)]).await;
        let curl = Curl::new(&server.url, server.api.key());
        Self { server, agent, curl, _programs: programs }
    }

    /// The path of an example, in every spelling that callers use.
    fn spellings(&self, path: &str) -> [String; 3] {
        let path = path.replace("<agent_id>", &self.agent.id);
        let (place, query) = path.split_once('?').unwrap_or((&path, ""));
        let query = if query.is_empty() { String::new() } else { format!("?{query}") };
        let other = match place.strip_suffix('/') {
            Some(open) => format!("{open}{query}"),
            None => format!("{place}/{query}"),
        };
        [format!("{place}{query}"), other, format!("/{place}{query}")]
    }

    /// The answer to an example without a body, which all spellings get.
    async fn ask(&self, method: &str, path: &str) -> Value {
        let [written, others @ ..] = self.spellings(path);
        let answer = self.curl.send(method, &written).await.ok();
        for other in others {
            self.curl.send(method, &other).await.ok();
        }
        answer
    }

    /// The answer to an example with a body, which all spellings get.
    async fn tell(&self, method: &str, path: &str, body: &Value) -> Value {
        let [written, others @ ..] = self.spellings(path);
        let answer = self.curl.send_with(method, &written, &body.to_string()).await.ok();
        for other in others {
            let again = self.curl.send_with(method, &other, &body.to_string()).await.ok();
            assert_eq!(settled(again), settled(answer.clone()), "{other}");
        }
        answer
    }
}

/// The specification's examples run PowerShell, which a Linux machine need
/// not have: a program of that name that runs what both shells understand.
async fn folder_with_pwsh() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("pwsh");
    let text = "#!/bin/sh\nshift 2\ncase $1 in\n-Command) exec sh -c \"$2\" ;;\n\
                -File) shift; exec sh \"$@\" ;;\nesac\n";
    write_program(&program, text).await;
    folder
}

/// An answer without what differs from call to call.
fn settled(mut answer: Value) -> Value {
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("modified_time");
        fields.remove("last_seen");
    }
    answer
}

/// Whether an object has all of these keys.
#[track_caller]
fn has(object: &Value, keys: &[&str]) {
    for key in keys {
        assert!(object.get(key).is_some(), "{key} is missing: {object}");
    }
}

#[tokio::test]
async fn clients_agents_and_custom_fields_answer_as_specified() {
    let _turn = turn::shared().await;
    let world = World::new().await;
    let agent_id = json!(world.agent.id);

    let clients = world.ask("GET", "/clients/").await;
    assert_eq!(clients.as_array().map(Vec::len), Some(1));
    has(&clients[0], &["id", "name", "sites"]);

    const AGENT: &[&str] =
        &["agent_id", "hostname", "plat", "status", "site_name", "client_name", "monitoring_type"];
    for path in ["/agents/", "/agents/?detail=true", "/agents/?detail=false", "/agents/?detail=0"] {
        let agents = world.ask("GET", path).await;
        assert_eq!(agents.as_array().map(Vec::len), Some(1), "{path}");
        has(&agents[0], AGENT);
        assert_eq!((&agents[0]["agent_id"], &agents[0]["status"]), (&agent_id, &json!("online")));
    }
    world.curl.send("GET", "/agents/?detail=perhaps").await.refused(400, "invalid");

    let single = world.ask("GET", "/agents/<agent_id>/").await;
    has(&single, AGENT);
    assert_eq!(single["custom_fields"], json!([]));

    let field =
        json!({ "model": "agent", "name": "Tags", "type": "multiple", "options": ["a", "b"] });
    let made = world.curl.send_with("POST", "/core/customfields", &field.to_string()).await.ok();
    for (key, value) in field.as_object().unwrap() {
        assert_eq!(&made[key], value);
    }
    let second = json!({ "model": "Agent", "name": "Other" }).to_string();
    let second = world.curl.send_with("POST", "/core/customfields/", &second).await.ok();
    let fields = world.ask("GET", "/core/customfields").await;
    assert_eq!(fields, json!([second, made]), "by name");

    let body = json!({ "custom_fields": [{ "field": made["id"], "string_value": "b,a" }] });
    let changed = world.tell("PUT", "/agents/<agent_id>/", &body).await;
    assert_eq!(changed["agent_id"], agent_id);
    let values: Vec<&Value> =
        changed["custom_fields"].as_array().unwrap().iter().map(|v| &v["string_value"]).collect();
    assert_eq!(values, ["b,a"], "only the listed field is set");
    assert_eq!(
        world.ask("GET", "/agents/<agent_id>/").await["custom_fields"],
        changed["custom_fields"]
    );
    // A content type and no body changes nothing.
    let same = world.ask("PUT", "/agents/<agent_id>/").await;
    assert_eq!(same["custom_fields"], changed["custom_fields"]);
}

#[tokio::test]
async fn commands_and_scripts_answer_as_specified() {
    let _turn = turn::shared().await;
    let world = World::new().await;

    let command = json!({ "shell": "powershell", "cmd": "echo hello", "timeout": 10 });
    assert_eq!(world.tell("POST", "/agents/<agent_id>/cmd/", &command).await, "hello\n");
    let path = format!("/agents/{}/cmd/?detail=true", world.agent.id);
    let mut late = Value::Null;
    // One that stood still until its time was up has printed nothing: it gets more.
    for seconds in [1, 4, 16] {
        let slow = json!({ "shell": "powershell", "cmd": "echo on; sleep 60", "timeout": seconds });
        late = world.curl.send_with("POST", &path, &slow.to_string()).await.ok();
        if late["stdout"] != "" {
            break;
        }
    }
    assert_eq!((&late["retcode"], &late["stdout"]), (&json!(98), &json!("on\n")));
    world.curl.send("POST", &path).await.refused(400, "invalid");

    let body = "echo \"args: $*\"; echo \"env: $GREETING\"; echo problem >&2";
    let script = json!({ "name": "Greeter", "shell": "powershell", "script_body": body });
    let script = world.server.api.post("/scripts/", script).await.json["id"].clone();
    let run = |output: &str| {
        json!({
            "output": output, "emails": [], "emailMode": "default", "custom_field": null,
            "save_all_output": false, "script": script, "args": ["one", "two three"],
            "env_vars": ["GREETING=hi"], "run_as_user": false, "timeout": 15,
        })
    };
    let printed = "args: one two three\nenv: hi\nproblem\n";
    assert_eq!(world.tell("POST", "/agents/<agent_id>/runscript/", &run("wait")).await, printed);
    let started = world.tell("POST", "/agents/<agent_id>/runscript/", &run("forget")).await;
    assert!(started.is_string(), "{started}");
    let least = json!({ "script": script });
    let printed = "args: \nenv: \nproblem\n";
    assert_eq!(world.tell("POST", "/agents/<agent_id>/runscript/", &least).await, printed);

    let test = json!({
        "code": "echo \"é $1\"", "timeout": 15, "args": ["x"], "shell": "powershell",
    });
    // echo -n 'é x\n' | base64
    assert_eq!(world.tell("POST", "/scripts/<agent_id>/test/", &test).await, "w6kgeAo=");
    let least = json!({ "code": "echo", "timeout": 15, "shell": "powershell" });
    assert_eq!(world.tell("POST", "/scripts/<agent_id>/test/", &least).await, "Cg==");
}

/// The collector of the specification, with every field that it shows.
fn collector(policy: &Value, script: &Value, field: &Value) -> Value {
    json!({
        "policy": policy, "name": "Collector",
        "actions": [{
            "name": "Collect", "type": "script", "script": script, "timeout": 90,
            "script_args": ["one", "two three"],
        }],
        "assigned_check": null, "custom_field": field, "task_type": "daily",
        "alert_severity": "info", "run_time_date": "2030-01-31T13:30:00Z", "daily_interval": 1,
        "weekly_interval": 1, "run_asap_after_missed": true, "stop_task_at_duration_end": false,
        "remove_if_not_scheduled": false, "collector_all_output": false,
        "continue_on_error": true,
    })
}

/// The fields that the specification calls optional.
const OPTIONAL: &[&str] = &[
    "expire_date",
    "run_time_bit_weekdays",
    "monthly_months_of_year",
    "monthly_days_of_month",
    "monthly_weeks_of_month",
    "task_instance_policy",
    "task_repetition_interval",
    "task_repetition_duration",
    "random_task_delay",
];

#[tokio::test]
async fn tasks_answer_as_specified() {
    let _turn = turn::shared().await;
    let world = World::new().await;
    let made = async |path: &str, body: Value| {
        world.curl.send_with("POST", path, &body.to_string()).await.ok()["id"].clone()
    };
    let policy = made("/automation/policies/", json!({ "name": "All", "active": true })).await;
    let everywhere = json!({ "server_policy": policy, "workstation_policy": policy });
    world.tell("PUT", "/core/settings/", &everywhere).await;
    let script = json!({ "name": "Collect", "shell": "shell", "script_body": "echo \"$2\"" });
    let script = made("/scripts/", script).await;
    let field = json!({ "model": "agent", "name": "Found", "type": "text", "options": [] });
    let field = made("/core/customfields", field).await;
    assert_eq!(world.ask("GET", "/tasks/").await, json!([]));

    let body = collector(&policy, &script, &field);
    for path in world.spellings("/tasks/") {
        let task = world.curl.send_with("POST", &path, &body.to_string()).await.ok();
        assert!(task["id"].is_i64(), "{task}");
        has(&task, OPTIONAL);
        for (name, sent) in body.as_object().unwrap().iter().filter(|(name, _)| *name != "actions")
        {
            assert_eq!(&task[name], sent, "{name}");
        }
        for (name, sent) in body["actions"][0].as_object().unwrap() {
            assert_eq!(&task["actions"][0][name], sent, "{name}");
        }
    }
    // The optional fields as callers without a use for them send them.
    let mut empty = body.clone();
    for name in OPTIONAL.iter().filter(|name| **name != "task_instance_policy") {
        empty[name] = Value::Null;
    }
    world.curl.send_with("POST", "/tasks/", &empty.to_string()).await.ok();
    let least = json!({
        "policy": policy, "name": "Least", "actions": body["actions"], "task_type": "daily",
        "run_time_date": "2030-01-31T13:30:00Z", "daily_interval": 1,
    });
    let least = world.curl.send_with("POST", "/tasks/", &least.to_string()).await.ok();
    assert_eq!((&least["custom_field"], &least["enabled"]), (&Value::Null, &json!(true)));
    let tasks = world.ask("GET", "/tasks/").await;
    assert_eq!(tasks.as_array().map(Vec::len), Some(5));
    assert!(tasks.as_array().unwrap().iter().all(|task| task["id"].is_i64()), "{tasks}");
    world.curl.send("POST", "/tasks/").await.refused(400, "invalid");

    // By hand, as its time is far away: the last line goes into the field.
    let run = format!("/tasks/{}/run/", tasks[0]["id"]);
    let body = json!({ "agent_id": world.agent.id }).to_string();
    world.curl.send_with("POST", &run, &body).await.ok();
    let done = until("the task ran", async || {
        let own = world.ask("GET", "/agents/<agent_id>/tasks/").await;
        (own[0]["task_result"]["status"] == "passing").then_some(own)
    })
    .await;
    assert_eq!(done.as_array().map(Vec::len), Some(5));
    for task in done.as_array().unwrap() {
        has(task, &["id", "check_name", "name", "actions", "task_result"]);
    }
    let result = &done[0]["task_result"];
    assert_eq!((&result["retcode"], &result["run_status"]), (&json!(0), &json!("completed")));
    until("the field is filled", async || {
        let agent = world.ask("GET", "/agents/<agent_id>/").await;
        (agent["custom_fields"][0]["string_value"] == "two three").then_some(())
    })
    .await;
}

#[tokio::test]
async fn software_updates_audit_log_and_health_answer_as_specified() {
    let _turn = turn::shared().await;
    let world = World::new().await;

    let empty = world.ask("GET", "/software/<agent_id>/").await;
    assert_eq!((&empty["software"], &empty["collected_at"]), (&json!([]), &json!(null)));
    let refreshed = world.ask("PUT", "/software/<agent_id>/").await;
    assert!(refreshed["software"].is_array() && refreshed["collected_at"].is_string());
    let inventory = world.ask("GET", "/software/<agent_id>/").await;
    assert_eq!(inventory["software"], refreshed["software"]);

    let scan = world.ask("POST", "/winupdate/<agent_id>/scan/").await;
    assert!(scan.is_string(), "{scan}");

    let path = format!("/agents/{}/", world.agent.id);
    world.curl.send_with("PUT", &path, r#"{"description": "new words"}"#).await.ok();
    let search = json!({
        "pagination": {
            "sortBy": "entry_time", "descending": true, "page": 1, "rowsPerPage": 10,
            "rowsNumber": 0,
        },
        "agentFilter": [world.agent.id], "actionFilter": ["modify"],
    });
    let log = world.tell("PATCH", "/logs/audit/", &search).await;
    let rows = log["audit_logs"].as_array().expect("a list");
    assert_eq!(rows[0]["agent_id"], world.agent.id);
    assert_eq!(rows[0]["after_value"]["description"], "new words");
    assert!(rows.iter().all(|row| row["action"] == "modify"), "{log}");
    has(&world.ask("PATCH", "/logs/audit/").await, &["audit_logs", "total"]);

    let monitor = world.curl.with_only("X-Mon-Token: a-long-token");
    // A part that takes longer than a second counts as down, also on a machine that stood still.
    let health = until("the database is read in time", async || {
        let health = monitor.send("GET", "/core/v2/status/").await.ok();
        (health["agent_count"] != -1 && health["queue_len"] != -1).then_some(health)
    })
    .await;
    has(&health, &["version", "latest_agent_version", "disk_usage_percent", "mem_usage_percent"]);
    has(&health, &["days_until_cert_expires", "remote_ping", "bus_ws_ping"]);
    let counts = ["agent_count", "client_count", "site_count"].map(|key| &health[key]);
    assert_eq!(counts, [&json!(1), &json!(1), &json!(1)]);
    let pings = ["cache_ping", "bus_std_ping"].map(|key| &health[key]);
    assert_eq!(pings, [&json!(true), &json!(true)]);
    assert_eq!(
        (&health["queue_health"], &health["cert_expired"]),
        (&json!("healthy"), &json!(false))
    );
    assert!(health["queue_len"].as_i64().is_some_and(|length| (0..=100).contains(&length)));
    let services = health["services_running"].as_object().expect("an object");
    let names = ["appserver", "bus", "bus-api", "cache", "remote", "scheduler", "worker"];
    assert!(names.iter().all(|name| services.contains_key(*name)), "{services:?}");
    assert!(services.values().all(Value::is_boolean));
    // The old form, and a caller without the header.
    let body = r#"{"auth": "a-long-token"}"#;
    let json = world.curl.with_only("Content-Type: application/json");
    has(&json.send_with("POST", "/core/status/", body).await.ok(), &["version", "agent_count"]);
    json.send("GET", "/core/v2/status/").await.refused(401, "not_authenticated");
    monitor.send("GET", "/core/v2/status").await.ok();
    monitor.send("GET", "//core/v2/status/").await.ok();
    world
        .curl
        .with_only("X-Mon-Token: other")
        .send("GET", "/core/v2/status/")
        .await
        .refused(401, "invalid_credentials");
}

#[tokio::test]
async fn browser_beta_api_and_refusals_answer_as_specified() {
    let _turn = turn::shared().await;
    let world = World::new().await;

    let document = world.ask("GET", "/api/schema/").await;
    has(&document["paths"], &["/clients/", "/agents/{agent_id}/cmd/", "/beta/v1/agent/"]);
    for page in ["/api/schema/swagger-ui/", "/api/schema/redoc/"] {
        let answer = world.curl.send("GET", page).await;
        assert_eq!(
            (answer.status, answer.content_type.as_str()),
            (200, "text/html; charset=utf-8")
        );
    }
    let page = world.ask("GET", "/beta/v1/agent/?page=1&page_size=10&plat=linux").await;
    assert_eq!((&page["count"], &page["next"]), (&json!(1), &json!(null)));
    assert_eq!(page["results"][0]["agent_id"], world.agent.id);
    assert_eq!(world.ask("GET", "/beta/v1/client/").await.as_array().map(Vec::len), Some(1));

    let nobody = world.curl.with_only("Content-Type: application/json");
    let stranger = world.curl.with_only("X-API-KEY: wrong");
    for path in ["/clients/", "/agents/", "/core/customfields", "/beta/v1/agent/"] {
        nobody.send("GET", path).await.refused(401, "not_authenticated");
        stranger.send("GET", path).await.refused(401, "invalid_credentials");
    }
    world.curl.send("GET", "/agents/nobody/").await.refused(404, "not_found");
    world.curl.send("GET", "/nothing/").await.refused(404, "not_found");
    world.curl.send("DELETE", "/agents/").await.refused(405, "method_not_allowed");
    world.curl.send_with("POST", "/core/customfields", "{").await.refused(400, "invalid");
}

//! What is allowed: read, changed, inherited and carried out.

use muster_remote::{ConsentMode, Grant, WhenNobody};

use super::*;

const GLOBAL: &str = "/remote/v1/policy/";

/// A policy that says this of terminals on servers.
fn policy(terminal: Value) -> Value {
    json!({ "server": { "terminal": terminal } })
}

/// The paths of the policies of an agent's levels, the widest first.
async fn levels(server: &TestServer, agent: &FakeAgent) -> Vec<String> {
    let site = sql::number(server.app.db.read(), "select max(id) from sites", []).await.unwrap();
    let client =
        sql::number(server.app.db.read(), "select max(id) from clients", []).await.unwrap();
    let id = &agent.identity.agent_id;
    vec![
        GLOBAL.to_owned(),
        format!("{GLOBAL}client/{client}/"),
        format!("{GLOBAL}site/{site}/"),
        format!("{GLOBAL}agent/{id}/"),
    ]
}

async fn grant(server: &TestServer, agent: &mut FakeAgent) -> Grant {
    let body = terminal(agent);
    let (_, asked) = open(&server.admin, agent, body).await;
    serde_json::from_str(&asked.grant).unwrap()
}

#[tokio::test]
async fn each_level_overrides_the_wider_ones_where_it_says_something() {
    let (server, mut agent) = server_with_agent().await;
    let levels = levels(&server, &agent).await;
    for (number, path) in levels.iter().enumerate() {
        let idle = 100 + number;
        let mut rules = json!({ "idle_seconds": idle });
        if number == 0 {
            rules["consent"] = json!("ask");
            rules["when_nobody"] = json!("proceed");
        }
        let shown = server.admin.put(path, policy(rules.clone())).await.ok();
        assert_eq!(shown["policy"]["server"]["terminal"], rules, "{path}");
        assert_eq!(shown["effective"]["server"]["terminal"]["consent"], "ask", "{path}");
        assert_eq!(shown["modified_by"], "admin");
        assert_eq!(server.admin.get(path).await.ok(), shown);
        let grant = grant(&server, &mut agent).await;
        assert_eq!(usize::try_from(grant.limits.idle_seconds).unwrap(), idle, "{path}");
        assert_eq!(grant.consent.mode, ConsentMode::Ask);
        assert_eq!(grant.consent.when_nobody, WhenNobody::Proceed);
    }
    // An empty policy leaves everything to the wider level.
    server.admin.put(&levels[3], json!({})).await.ok();
    assert_eq!(grant(&server, &mut agent).await.limits.idle_seconds, 102);
}

#[tokio::test]
async fn a_kind_that_is_not_allowed_is_refused_and_ends_at_once() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let (mut viewer, _helper) = pair(&server, &opened, &asked).await;
    let path = &levels(&server, &agent).await[2];

    server.admin.put(path, policy(json!({ "allowed": false }))).await.ok();

    assert_eq!(end_of(&mut viewer).await, closed("forbidden", 4403));
    server.admin.post(SESSIONS, terminal(&agent)).await.refused(403, "forbidden");
    let body = json!({
        "agent_id": agent.identity.agent_id, "kind": "files", "public_key": key(),
    });
    open(&server.admin, &mut agent, body).await;
}

#[tokio::test]
async fn a_policy_has_bounds_and_one_audit_row() {
    let (server, agent) = server_with_agent().await;
    for (field, value) in [
        ("idle_seconds", json!(59)),
        ("longest_seconds", json!(604_801)),
        ("consent_seconds", json!(4)),
        ("consent", json!("always")),
        ("recording", json!("sometimes")),
        ("when_nobody", json!("wait")),
        ("allowed", json!("perhaps")),
    ] {
        let mut rules = json!({});
        rules[field] = value;
        let problems = server.admin.put(GLOBAL, policy(rules)).await.problems();
        assert!(problems[format!("server.terminal.{field}")].is_array(), "{problems}");
    }
    let rows = server.audit().await.len();
    for path in levels(&server, &agent).await {
        server.admin.put(&path, policy(json!({ "allowed": true }))).await.ok();
    }
    let lines = server.audit_lines().await;
    assert_eq!(lines.len(), rows + 4);
    let ends = ["everywhere", "at client 1", "at site Main", "on pc-1"];
    for (line, end) in lines[rows..].iter().zip(ends) {
        assert!(line.ends_with(&format!("changed what remote sessions may do {end}")), "{line}");
    }
}

#[tokio::test]
async fn policies_of_others_can_be_neither_read_nor_changed() {
    let (server, agent) = server_with_agent().await;
    let levels = levels(&server, &agent).await;
    let own = server.add_site("Other", "Main").await;
    let stranger = server.scoped_caller(Right::ALL, &[own.client], &[]).await;
    for path in &levels[1..] {
        stranger.get(path).await.refused(404, "not_found");
        stranger.put(path, json!({})).await.refused(404, "not_found");
    }
    stranger.get(GLOBAL).await.ok();
    stranger.put(GLOBAL, json!({})).await.refused(403, "forbidden");
    stranger.put(&format!("{GLOBAL}client/{}/", own.client), json!({})).await.ok();
    let reader = caller(&server, &[Right::ViewCoreSettings]).await;
    reader.get(&levels[3]).await.ok();
    reader.put(&levels[3], json!({})).await.refused(403, "forbidden");
    let technician = caller(&server, &[Right::UseTerminal, Right::UseRemote]).await;
    technician.put(&levels[3], json!({})).await.refused(403, "forbidden");
    server.admin.get(&format!("{GLOBAL}planet/1/")).await.refused(404, "not_found");
}

/// A policy that says nothing but this of screens on workstations, as it is shown.
fn shown(screen: &Value) -> Value {
    let nothing = json!({ "terminal": {}, "files": {}, "screen": {}, "tunnel": {} });
    let workstation = json!({ "terminal": {}, "files": {}, "screen": screen, "tunnel": {} });
    json!({ "server": nothing, "workstation": workstation })
}

/// What the release says.
fn release() -> Value {
    let quiet = json!({
        "allowed": true, "consent": "off", "consent_seconds": 30, "when_nobody": "block",
        "recording": "off", "record_input": false, "end_to_end_only": false,
        "idle_seconds": 1800, "longest_seconds": 28800,
    });
    let mut seen = quiet.clone();
    seen["consent"] = json!("notice");
    json!({
        "server": { "terminal": quiet, "files": quiet, "screen": quiet, "tunnel": quiet },
        "workstation": { "terminal": quiet, "files": quiet, "screen": seen, "tunnel": quiet },
    })
}

#[tokio::test]
async fn each_level_shows_what_the_wider_ones_say_and_how_they_are_called() {
    let (server, agent) = server_with_agent().await;
    let levels = levels(&server, &agent).await;
    let rules = [
        json!({ "consent": "off" }),
        json!({ "consent": "notice", "idle_seconds": 600 }),
        json!({ "consent": "ask", "when_nobody": "proceed" }),
        json!({ "consent_seconds": 20 }),
    ];
    for (path, screen) in levels.iter().zip(&rules) {
        server.admin.put(path, json!({ "workstation": { "screen": screen } })).await.ok();
    }

    let body = server.admin.get(&levels[3]).await.ok();

    let mut effective = release();
    for (name, value) in [
        ("consent", json!("ask")),
        ("when_nobody", json!("proceed")),
        ("consent_seconds", json!(20)),
        ("idle_seconds", json!(600)),
    ] {
        effective["workstation"]["screen"][name] = value;
    }
    let layers = json!([
        { "level": "site", "name": "Main", "policy": shown(&rules[2]) },
        { "level": "client", "name": "Acme", "policy": shown(&rules[1]) },
        { "level": "everything", "name": "", "policy": shown(&rules[0]) },
        { "level": "release", "name": "", "policy": release() },
    ]);
    let expected = json!({
        "policy": shown(&rules[3]), "effective": effective, "layers": layers,
        "modified_by": "admin", "modified_time": body["modified_time"],
    });
    assert_eq!(body, expected);
    let everything = server.admin.get(GLOBAL).await.ok();
    assert_eq!(everything["layers"], json!([layers[3]]));
    let client = server.admin.get(&levels[1]).await.ok();
    assert_eq!(client["layers"], json!([layers[2], layers[3]]));
}

#[tokio::test]
async fn a_level_that_nobody_has_set_anything_on_is_shown_with_what_applies_to_it() {
    let (server, agent) = server_with_agent().await;
    for path in levels(&server, &agent).await {
        let expected = json!({
            "policy": shown(&json!({})), "effective": release(),
            "layers": [{ "level": "release", "name": "", "policy": release() }],
            "modified_by": "", "modified_time": null,
        });
        assert_eq!(server.admin.get(&path).await.ok(), expected, "{path}");
    }
}

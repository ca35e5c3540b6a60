//! What an agent of another release or platform cannot do, and what happens when it is
//! asked for that.

use muster_protocol::{FromAgent, Hello, decode, hex, order_name};
use serde_json::{Value, json};

use super::commands::{command, runs};
use crate::storage::sql;
use crate::testing::{FakeAgent, Identity, Location, TestServer, until_equal};

/// The hello of an agent of protocol 6, byte for byte as it was released.
const FORMER: &str = include_str!("../../../../../protocol/golden/6-hello.hex");

/// An agent whose hello is that of a former release, but for its name.
async fn enrol_former(server: &TestServer, location: Location, hostname: &str) -> Identity {
    let digits: String = FORMER.split_whitespace().collect();
    let hello: FromAgent = decode(&hex::decode(&digits).unwrap()).unwrap();
    let FromAgent::Hello(hello) = hello else { panic!("it is a hello") };
    let Hello { protocol, capabilities, version, plat, .. } = *hello;
    let mut identity = server.enrol(location, hostname).await;
    identity.protocol = protocol;
    identity.capabilities = capabilities;
    identity.version = version;
    identity.plat = plat;
    identity
}

async fn server_with_former() -> (TestServer, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = enrol_former(&server, location, "pc-1").await;
    let agent = server.connect(&identity).await;
    (server, agent)
}

async fn capabilities(server: &TestServer, identity: &Identity) -> Value {
    let path = format!("/agents/{}/", identity.agent_id);
    server.admin.get(&path).await.ok()["capabilities"].clone()
}

/// The names of those that are available.
fn available(capabilities: &Value) -> Vec<&str> {
    let all = capabilities.as_object().unwrap().iter();
    let available =
        all.filter(|(_, shown)| **shown == json!({ "available": true, "code": "", "reason": "" }));
    available.map(|(name, _)| name.as_str()).collect()
}

#[tokio::test]
async fn an_agent_of_a_former_release_shows_what_it_lacks_and_why() {
    let (server, agent) = server_with_former().await;

    let shown = capabilities(&server, &agent.identity).await;

    assert_eq!(available(&shown), ["run_command"]);
    let lack = |deed: &str, advice: &str| {
        let reason = format!("This agent is version 0.1.0, which cannot {deed}: {advice}.");
        json!({ "available": false, "code": "agent_outdated", "reason": reason })
    };
    assert_eq!(shown["run_script"], lack("run scripts", "update it"));
    assert_eq!(shown["install_updates"], lack("install updates", "update it"));
    let by_hand = "install a newer one on the computer";
    assert_eq!(shown["update_agent"], lack("update itself", by_hand));
    let registry = json!({
        "available": false, "code": "unsupported_platform", "reason": "Only Windows has a registry.",
    });
    assert_eq!(shown["read_registry"], registry);
}

#[tokio::test]
async fn what_an_agent_can_do_is_unknown_until_it_connects_and_follows_its_updates() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = enrol_former(&server, location, "pc-1").await;
    identity.plat = "windows".to_owned();
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "update agents set plat = 'windows'", []).await.unwrap();
    write.commit().await.unwrap();

    let shown = capabilities(&server, &identity).await;
    let reason = "It is not known yet whether this agent can read the registry: it has not \
                  connected since the server records that.";
    assert_eq!(
        shown["read_registry"],
        json!({ "available": null, "code": "unknown", "reason": reason })
    );
    assert_eq!(available(&shown), [""; 0]);

    let agent = server.connect(&identity).await;
    let reason = "This agent is version 0.1.0, which cannot read the registry: update it.";
    let shown = capabilities(&server, &identity).await;
    assert_eq!(
        shown["read_registry"],
        json!({ "available": false, "code": "agent_outdated", "reason": reason })
    );
    assert_eq!(available(&shown), ["run_command"]);

    drop(agent);
    identity.version = "0.2.0".to_owned();
    identity.capabilities.extend(["read_registry", "ping"].map(str::to_owned));
    let _agent = server.connect(&identity).await;
    let shown = capabilities(&server, &identity).await;
    assert_eq!(available(&shown), ["ping", "read_registry", "run_command"]);
}

#[tokio::test]
async fn a_former_agent_does_what_it_can() {
    let (server, mut agent) = server_with_former().await;
    let path = format!("/agents/{}/cmd/", agent.identity.agent_id);

    let (reply, order) = tokio::join!(server.admin.post(&path, command("id")), async {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "out\n", "", 0).await;
        order
    });

    assert_eq!(order.name, order_name::RUN_COMMAND);
    assert_eq!(reply.ok(), json!("out\n"));
}

#[tokio::test]
async fn what_an_agent_lacks_is_refused_at_once_and_leaves_nothing_behind() {
    let (server, agent) = server_with_former().await;
    let script = server.add_script("tidy").await;
    let shown = capabilities(&server, &agent.identity).await;
    let before = server.audit().await.len();
    let id = &agent.identity.agent_id;
    let run_script = json!({ "script": script, "output": "wait", "timeout": 5 });
    let at = json!({ "datetime": "2030-01-01T03:00:00Z" });

    for (method, path, body, name) in [
        ("POST", format!("/agents/{id}/runscript/"), run_script, "run_script"),
        ("POST", format!("/winupdate/{id}/scan/"), json!({}), "scan_updates"),
        ("POST", format!("/software/{id}/"), json!({ "name": "vim" }), "install_software"),
        ("POST", format!("/agents/{id}/recover/"), json!({ "mode": "agent" }), "recover_agent"),
        ("PATCH", format!("/agents/{id}/reboot/"), at, "schedule_reboot"),
        ("POST", format!("/agents/{id}/reboot/"), json!({}), "power"),
        ("POST", format!("/agents/{id}/wmi/"), json!({}), "inventory"),
        ("PUT", format!("/software/{id}/"), json!({}), "list_software"),
        ("POST", format!("/checks/{id}/run/"), json!({}), "run_checks"),
        ("GET", format!("/agents/{id}/processes/"), json!({}), "list_processes"),
        ("GET", format!("/agents/{id}/processes/7/"), json!({}), "list_processes"),
        ("DELETE", format!("/agents/{id}/processes/7/"), json!({}), "end_process"),
        ("GET", format!("/services/{id}/"), json!({}), "list_services"),
        ("GET", format!("/services/{id}/cron/"), json!({}), "read_service"),
        (
            "POST",
            format!("/services/{id}/cron/"),
            json!({ "sv_action": "stop" }),
            "control_service",
        ),
        ("GET", format!("/agents/{id}/eventlog/System/1/"), json!({}), "read_event_log"),
    ] {
        let reply = match method {
            "GET" => server.admin.get(&path).await,
            "POST" => server.admin.post(&path, body).await,
            "PUT" => server.admin.put(&path, body).await,
            "PATCH" => server.admin.patch(&path, body).await,
            _ => server.admin.delete(&path).await,
        };
        let refusal = reply.refused(400, "agent_outdated");
        assert_eq!(refusal["detail"], shown[name]["reason"], "{method} {path}");
    }
    assert_eq!(server.audit().await.len(), before);
    assert_eq!(runs(&server).await, [""; 0]);
}

#[tokio::test]
async fn a_bulk_action_leaves_out_agents_that_cannot_do_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let former = enrol_former(&server, location, "pc-1").await;
    let _agent = server.connect(&former).await;
    let _newer = server.add_agent(location, "pc-2").await;
    let _unknown = server.enrol(location, "pc-3").await;

    let body = json!({ "mode": "patch", "patchMode": "scan", "target": "all" });
    let preview = server.admin.post("/agents/actions/bulk/preview/", body).await.ok();

    let line = |row: &Value| {
        ["hostname", "outcome", "reason"].map(|name| row[name].as_str().unwrap().to_owned())
    };
    let lines: Vec<_> = preview["agents"].as_array().unwrap().iter().map(line).collect();
    let reason = "this agent is version 0.1.0, which cannot search for updates: update it";
    let expected = [["pc-1", "skip", reason], ["pc-2", "run", ""], ["pc-3", "queue", ""]];
    assert_eq!(lines, expected.map(|line| line.map(str::to_owned)));
}

#[tokio::test]
async fn an_order_that_waits_fails_with_the_reason_when_its_agent_turns_out_too_old() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = enrol_former(&server, location, "pc-1").await;
    let path = format!("/winupdate/{}/scan/", identity.agent_id);
    server.admin.post(&path, json!({})).await.ok();

    let mut agent = server.connect(&identity).await;
    agent.catch_up().await;

    let reason = "failed this agent is version 0.1.0, which cannot search for updates: update it";
    until_equal(&[reason], async || runs(&server).await).await;
}

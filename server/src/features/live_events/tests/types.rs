//! What happens is published, under the names that the web interface knows.

use muster_protocol::{FromAgent, Inventory};
use serde_json::{Value, json};

use super::{is_mark, plain, publish_mark};
use crate::testing::{TestServer, TestSocket};

const TOPICS: &[&str] =
    &["agents", "runs", "pending", "notes", "software", "updates", "tasks", "alerts", "config"];

/// What a socket receives until a mark.
async fn received(server: &TestServer, socket: &mut TestSocket) -> Vec<Value> {
    publish_mark(server).await;
    let mut received = Vec::new();
    loop {
        let frame = socket.receive().await;
        if is_mark(&frame) {
            return received;
        }
        received.push(plain(&frame));
    }
}

fn event_frame(topic: &str, kind: &str, data: Value) -> Value {
    json!({ "topic": topic, "type": kind, "data": data })
}

#[tokio::test]
async fn the_life_of_an_agent_is_published() {
    let server = TestServer::start().await;
    let location = server.add_site("acme", "Main").await;
    let mut socket = server.follow(&server.admin, TOPICS).await;
    let identity = server.enrol(location, "host").await;
    let id = identity.agent_id.clone();
    assert_eq!(socket.receive_event("agent.added").await["data"]["agent_id"], id.as_str());

    let mut agent = server.connect(&identity).await;
    let online = json!({ "agent_id": id, "status": "online", "connected": true });
    assert_eq!(plain(&socket.receive_event("agent.status").await)["data"], online);
    let inventory = Inventory { operating_system: "Debian 13".to_owned(), ..Inventory::default() };
    agent.send_inventory(inventory.clone()).await;
    let updated = socket.receive_event("agent.updated").await;
    assert_eq!(updated["data"]["agent_id"], id.as_str());
    assert_eq!(updated["data"]["changed"]["operating_system"], "Debian 13");
    // The same inventory again, with one difference.
    let rebooting = Inventory { needs_reboot: true, ..inventory };
    agent.send_inventory(rebooting.clone()).await;
    let updated = socket.receive_event("agent.updated").await;
    assert_eq!(updated["data"], json!({ "agent_id": id, "changed": { "needs_reboot": true } }));
    // A detail is too large for an event: who watches reads the agent again.
    let detail = json!({ "antivirus": "off" }).to_string();
    agent.send_inventory(Inventory { detail, ..rebooting }).await;
    assert_eq!(socket.receive_event("agent.updated").await["data"], json!({ "agent_id": id }));

    let path = format!("/agents/{id}/");
    server.admin.put(&path, json!({ "description": "kiosk" })).await.ok();
    let changed = json!({ "agent_id": id, "changed": { "description": "kiosk" } });
    assert_eq!(
        received(&server, &mut socket).await,
        [event_frame("agents", "agent.updated", changed)]
    );
    server.admin.delete(&path).await.ok();
    assert_eq!(socket.receive_event("agent.removed").await["data"]["agent_id"], id.as_str());
}

#[tokio::test]
async fn a_queued_run_is_published_from_beginning_to_end() {
    let server = TestServer::start().await;
    let location = server.add_site("acme", "Main").await;
    let identity = server.enrol(location, "host").await;
    let id = &identity.agent_id;
    let script = server.add_script("echo hi").await;
    let mut socket = server.follow(&server.admin, &["runs", "pending", "config", "run:1"]).await;
    let (_, code) = socket.end().await;
    assert_eq!(code, 4404, "a run that does not exist yet");
    let mut socket = server.follow(&server.admin, &["runs", "pending", "config"]).await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&format!("/agents/{id}/runscript/"), body).await.ok();
    let run = json!({ "id": 1, "agent_id": id });
    assert_eq!(
        received(&server, &mut socket).await,
        [
            event_frame("runs", "run.queued", run.clone()),
            event_frame("pending", "created", run.clone())
        ]
    );

    let mut agent = server.connect(&identity).await;
    let order = agent.next_order().await;
    agent.send(FromAgent::Accepted { run_id: order.run_id.clone() }).await;
    assert_eq!(plain(&socket.receive().await), event_frame("runs", "run.started", run.clone()));
    assert_eq!(plain(&socket.receive().await), event_frame("pending", "removed", run.clone()));
    let mut output = server.follow(&server.admin, &["run:1"]).await;
    agent.finish(&order.run_id, "hi", "", 3).await;
    let data = json!({ "id": 1, "stream": "stdout", "offset": 0, "text": "hi" });
    assert_eq!(plain(&output.receive().await), event_frame("run:1", "run.output", data));
    let data = json!({ "id": 1, "agent_id": id, "status": "failed", "retcode": 3 });
    assert_eq!(plain(&output.receive().await), event_frame("run:1", "run.finished", data.clone()));
    assert_eq!(plain(&socket.receive().await), event_frame("runs", "run.finished", data));
}

#[tokio::test]
async fn a_run_that_never_starts_is_published_as_finished() {
    let server = TestServer::start().await;
    let location = server.add_site("acme", "Main").await;
    let id = server.enrol(location, "host").await.agent_id;
    let mut socket = server.follow(&server.admin, &["runs", "config"]).await;
    let body = json!({ "shell": "sh", "cmd": "id", "timeout": 5 });
    server.admin.post(&format!("/agents/{id}/cmd/"), body).await.refused(409, "agent_offline");
    let finished = json!({ "id": 1, "agent_id": id, "status": "failed", "retcode": null });
    let expected = [
        event_frame("runs", "run.queued", json!({ "id": 1, "agent_id": id })),
        event_frame("runs", "run.finished", finished),
    ];
    assert_eq!(received(&server, &mut socket).await, expected);
}

#[tokio::test]
async fn changes_of_notes_and_configuration_are_published() {
    let server = TestServer::start().await;
    let location = server.add_site("acme", "Main").await;
    let id = server.enrol(location, "host").await.agent_id;
    let mut socket = server.follow(&server.admin, TOPICS).await;
    let note = json!({ "note": "spare key under the mat" });
    let note = server.admin.post(&format!("/agents/{id}/notes/"), note).await.ok();
    let path = format!("/agents/notes/{}/", note["id"]);
    server.admin.put(&path, json!({ "note": "no key" })).await.ok();
    server.admin.delete(&path).await.ok();
    server
        .admin
        .put(&format!("/clients/{}/", location.client), json!({ "name": "Acme" }))
        .await
        .ok();
    let kinds: Vec<String> = received(&server, &mut socket)
        .await
        .iter()
        .map(|frame| format!("{} {}", frame["topic"], frame["type"]).replace('"', ""))
        .collect();
    assert_eq!(kinds, ["notes created", "notes changed", "notes removed", "config saved"]);
}

//! Software, through the front door.

mod changes;
mod inventory;

use muster_protocol::Software;
use serde_json::{Value, json};

use crate::testing::{FakeAgent, Reply, TestServer, data};

fn program(name: &str, version: &str, publisher: &str) -> Software {
    Software {
        name: name.to_owned(),
        version: version.to_owned(),
        publisher: publisher.to_owned(),
        install_date: "2026-01-31".to_owned(),
        size_bytes: 1024,
        source: "dpkg".to_owned(),
        location: "/usr".to_owned(),
        uninstall: format!("apt remove {name}"),
    }
}

fn shown(name: &str, version: &str, publisher: &str) -> Value {
    json!({
        "name": name, "version": version, "publisher": publisher, "install_date": "2026-01-31",
        "size": "1.0 KB", "size_bytes": 1024, "source": "dpkg", "location": "/usr",
        "uninstall": format!("apt remove {name}"),
    })
}

async fn refresh(server: &TestServer, agent: &mut FakeAgent, reported: &[Software]) -> Reply {
    let path = format!("/software/{}/", agent.identity.agent_id);
    let (reply, _) =
        tokio::join!(server.admin.put(&path, Value::Null), agent.answer_next(data(&reported)));
    reply
}

//! Clients and sites, through the API.

mod clients;
mod scope;
mod sites;

use std::time::Duration;

use serde_json::{Value, json};

use crate::storage::sql;
use crate::testing::TestServer;
use crate::time::Timestamp;

async fn add_agent(server: &TestServer, agent_id: &str, site: i64) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(
        &write,
        "insert into agents
                (agent_id, site_id, hostname, monitoring_type, plat, maintenance_mode,
                 created_time, modified_time)
         values ($1, $2, $1, 'server', 'linux', true, 0, 0)",
        [agent_id.into(), site.into()],
    )
    .await
    .unwrap();
    write.commit().await.unwrap();
}

/// Sets when an agent was last seen: so many minutes ago.
async fn was_seen(server: &TestServer, agent_id: &str, minutes: u64) {
    let seen = Timestamp::now().minus(Duration::from_secs(60 * minutes));
    let write = server.app.db.begin().await.unwrap();
    let text = "update agents set last_seen = $2 where agent_id = $1";
    sql::execute(&write, text, [agent_id.into(), seen.into()]).await.unwrap();
    write.commit().await.unwrap();
}

/// A client without policies, custom fields and agents.
fn plain_client(id: i64, name: &str, sites: &[Value]) -> Value {
    json!({
        "id": id, "name": name, "server_policy": null, "workstation_policy": null,
        "alert_template": null, "block_policy_inheritance": false, "sites": sites,
        "custom_fields": [], "agent_count": 0, "maintenance_mode": false,
        "agents_in_maintenance": 0, "agents_overdue": 0, "failing_checks": {"error": 0, "warning": 0},
    })
}

/// A site without policies, custom fields and agents.
fn plain_site(id: i64, name: &str, client: i64, client_name: &str) -> Value {
    json!({
        "id": id, "name": name, "client": client, "client_name": client_name,
        "server_policy": null, "workstation_policy": null, "alert_template": null,
        "block_policy_inheritance": false, "enrolment_approval": "off", "custom_fields": [],
        "agent_count": 0, "maintenance_mode": false, "agents_in_maintenance": 0, "agents_overdue": 0,
        "failing_checks": {"error": 0, "warning": 0},
    })
}

fn id_of(object: &Value) -> i64 {
    object["id"].as_i64().unwrap()
}

/// The answer without its stamps.
fn unstamped(mut answer: Value) -> Value {
    match &mut answer {
        Value::Array(items) => items.iter_mut().for_each(|item| *item = unstamped(item.take())),
        Value::Object(fields) => {
            for stamp in ["created_by", "created_time", "modified_by", "modified_time"] {
                fields.remove(stamp).expect("everything has its stamps");
            }
            if let Some(sites) = fields.get_mut("sites") {
                *sites = unstamped(sites.take());
            }
        }
        _ => {}
    }
    answer
}

/// What the audit log stores about the object in an answer.
fn audited(object: &Value) -> Value {
    let object = unstamped(object.clone());
    let mut kept = object.as_object().unwrap().clone();
    let counts = ["agent_count", "agents_in_maintenance", "agents_overdue"];
    for derived in counts.into_iter().chain(["maintenance_mode", "failing_checks"]) {
        kept.remove(derived);
    }
    if let Some(sites) = kept.get_mut("sites") {
        *sites = sites.as_array().unwrap().iter().map(|site| site["name"].clone()).collect();
    }
    Value::Object(kept)
}

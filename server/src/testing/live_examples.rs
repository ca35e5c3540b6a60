//! Valid requests for the routes that reach an agent, or many.

use serde_json::{Value, json};

use super::TestServer;
use super::endpoints::Endpoint;
use super::examples::World;
use crate::storage::sql;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    let path = endpoint.path;
    let is_action = endpoint.method != "GET";
    let is_inside = ["{pid}", "{name}", "{log}"].iter().any(|variable| path.contains(variable));
    let is_winupdate = is_action && path.starts_with("/winupdate/") && !path.ends_with("/scan/");
    let removes = endpoint.method == "DELETE" && path == "/agents/{agent_id}/";
    let is_removed = matches!(path, "/agents/{agent_id}/restore/" | "/agents/removed/");
    let wakes = path.ends_with("/wol/");
    let is_software = endpoint.method == "POST" && path.starts_with("/software/");
    is_inside
        || is_software
        || is_winupdate
        || removes
        || is_removed
        || wakes
        || path == "/agents/maintenance/bulk/"
        || path == "/agents/update/"
        || path == "/agents/rollouts/{id}/continue/"
        || path.starts_with("/agents/actions/bulk/")
}

/// A request that works: path and body.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let at = |agent_id: &str| {
        let path = endpoint.path.replace("{agent_id}", agent_id).replace("{pid}", "7");
        path.replace("{name}", "cron").replace("{log}", "System").replace("{days}", "1")
    };
    match (endpoint.method, endpoint.path) {
        ("DELETE", "/agents/{agent_id}/") => {
            (at(&server.enrol(world.location, name).await.agent_id), Value::Null)
        }
        (_, "/agents/{agent_id}/restore/" | "/agents/removed/") => {
            let removed = server.enrol(world.location, &format!("canary {name}")).await.agent_id;
            server.admin.delete(&format!("/agents/{removed}/")).await.ok();
            (at(&removed), Value::Null)
        }
        (_, "/agents/{agent_id}/wol/") => {
            let agent_id = server.enrol(world.location, name).await.agent_id;
            let detail = json!({ "network": [{ "mac": "aa:bb:cc:dd:ee:ff" }] }).to_string();
            let write = server.app.db.begin().await.unwrap();
            let text = "update agents set wmi_detail = $1 where agent_id = $2";
            let values = [detail.into(), agent_id.clone().into()];
            sql::execute(&write, text, values).await.unwrap();
            write.commit().await.unwrap();
            (at(&agent_id), Value::Null)
        }
        (method, path) if path.starts_with("/agents/actions/bulk/") => {
            let command = bulk_command(world);
            if !path.contains("{id}") {
                let body = if method == "POST" { command } else { Value::Null };
                return (path.to_owned(), body);
            }
            let started = server.admin.post("/agents/actions/bulk/", command).await;
            let id = started.header("x-bulk-id").to_owned();
            if path.ends_with("/retry/") {
                let write = server.app.db.begin().await.unwrap();
                let text = format!("update runs set status = 'failed' where bulk_id = {id}");
                sql::execute(&write, &text, []).await.unwrap();
                write.commit().await.unwrap();
            }
            (path.replace("{id}", &id), Value::Null)
        }
        (_, "/agents/update/") => (at(""), json!({ "agent_ids": [world.away.agent_id] })),
        (_, "/agents/rollouts/{id}/continue/") => {
            let id = add_stopped_rollout(server).await;
            (endpoint.path.replace("{id}", &id.to_string()), Value::Null)
        }
        (_, "/agents/maintenance/bulk/") => {
            (at(""), json!({ "type": "Client", "id": world.location.client, "action": true }))
        }
        ("POST", "/services/{agent_id}/{name}/") => {
            (at(&world.agent.agent_id), json!({ "sv_action": "restart" }))
        }
        ("PUT", "/services/{agent_id}/{name}/") => {
            (at(&world.agent.agent_id), json!({ "startType": "auto" }))
        }
        (_, "/software/{agent_id}/" | "/software/{agent_id}/uninstall/") => {
            (at(&world.agent.agent_id), json!({ "name": "vim" }))
        }
        ("PUT", "/winupdate/{agent_id}/") => {
            let (_, id) = add_update(world, server, name).await;
            (at(&id.to_string()), json!({ "action": "ignore" }))
        }
        (_, "/winupdate/bulk/") => {
            let (_, id) = add_update(world, server, name).await;
            (at(""), json!({ "ids": [id], "action": "ignore" }))
        }
        (_, "/winupdate/{agent_id}/install/") => {
            let (agent_id, _) = add_update(world, server, name).await;
            (at(&agent_id), json!({ "guids": [name] }))
        }
        _ => (at(&world.agent.agent_id), Value::Null),
    }
}

/// A rollout that has stopped, without agents.
async fn add_stopped_rollout(server: &TestServer) -> i64 {
    let write = server.app.db.begin().await.unwrap();
    let id = sql::number(
        &write,
        "insert into rollouts (plat, goarch, version, ring, state, reason, began, changed)
         values ('linux', 'arm', '0.2.0', 1, 'stopped', 'it is lost', 0, 0)
         on conflict (plat, goarch) do update set state = 'stopped' returning id",
        [],
    )
    .await
    .unwrap();
    write.commit().await.unwrap();
    id
}

/// A command for the tenant's agent that is away: it stays open.
fn bulk_command(world: &World) -> Value {
    json!({
        "mode": "command", "target": "agents", "agents": [world.away.agent_id], "shell": "sh",
        "cmd": "id", "timeout": 5,
    })
}

/// An update on a separate agent: a scan that another route started on the
/// world's agent may end at any time, and would mark this one as superseded.
async fn add_update(world: &World, server: &TestServer, guid: &str) -> (String, i64) {
    let agent_id = server.enrol(world.location, guid).await.agent_id;
    let write = server.app.db.begin().await.unwrap();
    let id = sql::number(
        &write,
        "insert into winupdates (agent_id, guid, kb, title, description, severity, source, state)
         select id, $1, '', '', '', '', '', 'available' from agents where agent_id = $2
         returning id",
        [guid.into(), agent_id.clone().into()],
    )
    .await
    .unwrap();
    write.commit().await.unwrap();
    (agent_id, id)
}

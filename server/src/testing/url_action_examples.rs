//! Valid requests for the routes about URL actions.

use serde_json::{Value, json};

use super::endpoints::Endpoint;
use super::examples::World;
use super::{TestServer, WebhookReceiver};
use crate::storage::sql;
use crate::time::Timestamp;

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/core/urlaction/")
}

/// A request that works: path and body.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    let path = endpoint.path.to_owned();
    let agent = &world.agent.agent_id;
    let web = json!({ "name": name, "pattern": "https://example.com/{{agent.hostname}}" });
    let with = |id: &Value| path.replace("{id}", &id.to_string());
    match (endpoint.method, endpoint.path) {
        ("POST", "/core/urlaction/") => (path, web),
        ("PATCH", _) => {
            let made = server.admin.post("/core/urlaction/", web).await.ok();
            (path, json!({ "action": made["id"], "agent_id": agent }))
        }
        ("POST", "/core/urlaction/run/test/") => {
            let body = json!({
                "pattern": WebhookReceiver::start().await.url, "rest_method": "post",
                "rest_body": "", "rest_headers": "", "run_instance_type": "agent",
                "run_instance_id": agent,
            });
            (path, body)
        }
        (_, "/core/urlaction/{id}/deliveries/") => {
            let (action, _) = add_delivery(world, server, name).await;
            (with(&action), Value::Null)
        }
        (_, "/core/urlaction/deliveries/{id}/resend/") => {
            let (_, delivery) = add_delivery(world, server, name).await;
            (with(&delivery), Value::Null)
        }
        (_, "/core/urlaction/{id}/") => {
            let made = server.admin.post("/core/urlaction/", web).await.ok();
            (with(&made["id"]), json!({ "desc": "other words" }))
        }
        _ => (path, Value::Null),
    }
}

/// A webhook and a finished delivery of it about the tenant's agent: their keys.
async fn add_delivery(world: &World, server: &TestServer, name: &str) -> (Value, Value) {
    let url = WebhookReceiver::start().await.url;
    let body = json!({ "name": name, "pattern": url, "action_type": "rest" });
    let action = server.admin.post("/core/urlaction/", body).await.ok()["id"].clone();
    let write = server.app.db.begin().await.unwrap();
    let delivery = sql::number(
        &write,
        "insert into webhook_deliveries
                (action_id, cause, username, agent_id, status, attempts, created, finished)
         select $1, 'a test', 'somebody', a.id, 200, 1, $2, $2 from agents a
          where a.agent_id = $3 returning id",
        [
            action.as_i64().unwrap().into(),
            Timestamp::now().into(),
            world.agent.agent_id.clone().into(),
        ],
    )
    .await
    .unwrap();
    write.commit().await.unwrap();
    (action, json!(delivery))
}

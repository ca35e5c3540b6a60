//! Events as their followers see them.

mod documents;
mod replay;
mod replicas;
mod sight;
mod streams;
mod types;

use serde_json::{Value, json};

use crate::events::{Entity, Event};
use crate::testing::TestServer;

/// Publishes a mark; when it is received, everything before it has been.
async fn publish_mark(server: &TestServer) {
    server.app.events.publish(&Event::saved(Entity::CoreSettings, 1)).await;
}

/// Whether a frame is that mark.
fn is_mark(frame: &Value) -> bool {
    frame["data"] == json!({ "entity": "coresettings", "id": 1 })
}

/// A frame without what differs from run to run.
fn plain(frame: &Value) -> Value {
    assert!(frame["seq"].is_u64() && frame["time"].is_string(), "{frame}");
    json!({ "topic": frame["topic"], "type": frame["type"], "data": frame["data"] })
}

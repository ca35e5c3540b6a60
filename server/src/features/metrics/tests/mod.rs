//! Metrics through the front door: agents send them, callers read them.

mod fleet;
mod packing;
mod reading;
mod refusals;
mod year;

use muster_metrics::Minute;
use serde_json::{Value, json};

use crate::clock;
use crate::domain::metrics::{COMPACTION, RETENTION};
use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer};
use crate::time::Timestamp;

const DAY: u32 = 24 * 60;

/// A server whose time stands still, and one agent.
async fn server_with_agent() -> (TestServer, FakeAgent) {
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    (server, agent)
}

/// What the API shows of an agent's metrics.
async fn read(server: &TestServer, agent: &FakeAgent, query: &str) -> Value {
    let path = format!("/agents/{}/metrics/?{query}", agent.identity.agent_id);
    server.admin.get(&path).await.ok()
}

/// The part of a query that names a range.
fn between(from: Minute, to: Minute) -> String {
    format!("from={}&to={}", from.unix_seconds(), to.unix_seconds())
}

/// A minute as the API writes times.
fn shown(minute: Minute) -> Value {
    json!(Timestamp::from_micros(minute.unix_seconds() * 1_000_000))
}

/// Packs everything that can be packed.
async fn compact(server: &TestServer) {
    let unpacked = "select count(*) from metric_parts";
    loop {
        let before = count(server, unpacked).await;
        (COMPACTION.handler)(server.app.clone()).await.unwrap();
        if count(server, unpacked).await == before {
            return;
        }
    }
}

async fn prune(server: &TestServer) {
    (RETENTION.handler)(server.app.clone()).await.unwrap();
}

async fn count(server: &TestServer, text: &str) -> i64 {
    sql::number(server.app.db.read(), text, []).await.unwrap()
}

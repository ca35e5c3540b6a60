//! Freezing and thawing, through the API and on the link.

mod reaching;
mod stopping;
mod thawing;

use muster_protocol::{FreezeFlag, ToAgent, freeze_to_sign};
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::{Value, json};

use crate::auth::Identity;
use crate::features::freeze::thaw_now;
use crate::hex::hex_bytes;
use crate::testing::{FakeAgent, TestServer};

/// Freezes a client, or everything with null.
async fn freeze(server: &TestServer, client: Value) {
    server.admin.post("/core/freeze/", json!({ "client": client })).await.ok();
}

/// Thaws as the operator does on the server.
async fn thaw(server: &TestServer, client: Option<i64>) {
    thaw_now(&server.app, &Identity::console(), client).await.unwrap();
}

fn command() -> Value {
    json!({ "shell": "sh", "cmd": "id", "timeout": 5 })
}

/// The next message to an agent, which freezes or thaws it.
async fn next_flag(server: &TestServer, agent: &mut FakeAgent) -> FreezeFlag {
    let Some(ToAgent::Freeze(flag)) = agent.receive().await else { panic!("no flag") };
    assert_signed(server, &agent.identity.agent_id, &flag);
    flag
}

/// As an agent checks it.
fn assert_signed(server: &TestServer, agent_id: &str, flag: &FreezeFlag) {
    let key = hex_bytes(&server.app.vault.package_key(), 32).unwrap();
    let signature = hex_bytes(&flag.signature, 64).unwrap();
    let text = freeze_to_sign(agent_id, flag.serial, flag.frozen);
    UnparsedPublicKey::new(&ED25519, key).verify(&text, &signature).unwrap();
}

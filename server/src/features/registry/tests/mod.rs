//! The registry, through the front door, with an agent that answers what a test says.

mod keys;
mod reading;
mod refusing;
mod values;
mod written;

use muster_protocol::{Answer, Question, RegistryData, RegistryKey, RegistrySubkey, RegistryValue};
use serde_json::{Value, json};

use crate::testing::{FakeAgent, Reply, TestServer, data};

/// The key of most tests, as callers may write it, and in full.
const KEY: &str = "hklm\\SOFTWARE\\Acme";
const FULL: &str = "Computer\\HKEY_LOCAL_MACHINE\\SOFTWARE\\Acme";

/// A server and a Windows computer, with the address of its registry.
async fn server_with_agent() -> (TestServer, FakeAgent, String) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_windows_agent(location, "pc-1").await;
    let path = format!("/agents/{}/registry/", agent.identity.agent_id);
    (server, agent, path)
}

fn value(name: &str, data: RegistryData) -> RegistryValue {
    RegistryValue { name: name.to_owned(), data, size: 4, truncated: false }
}

/// A page with these values and no subkeys.
fn page(path: &str, values: Vec<RegistryValue>) -> RegistryKey {
    let value_count = values.len() as u64;
    RegistryKey { path: path.to_owned(), values, value_count, ..RegistryKey::default() }
}

fn subkey(name: &str, has_subkeys: bool) -> RegistrySubkey {
    RegistrySubkey { name: name.to_owned(), has_subkeys }
}

/// The answer to a call during which the agent answers these questions, and they.
async fn answered(
    call: impl Future<Output = Reply>,
    agent: &mut FakeAgent,
    answers: Vec<Answer>,
) -> (Reply, Vec<Question>) {
    let answering = async {
        let mut questions = Vec::new();
        for answer in answers {
            questions.push(agent.answer_next(answer).await);
        }
        questions
    };
    tokio::join!(call, answering)
}

/// What the newest row of the audit log has of the change.
async fn newest_row(server: &TestServer) -> Value {
    let row = server.audit().await.pop().unwrap();
    json!({
        "action": row["action"], "object_type": row["object_type"], "agent": row["agent"],
        "message": row["message"], "before": row["before_value"], "after": row["after_value"],
    })
}

/// An answer of the agent, as it travels.
fn says<A: serde::Serialize>(answer: &A) -> Answer {
    data(answer)
}

/// A path for the query of an address.
fn in_query(path: &str) -> String {
    path.replace('\\', "%5C")
}

//! Removing agents: they leave at once, and their computers uninstall them later.

use std::time::Duration;

use muster_protocol::{Refusal, ToAgent, capability};
use serde_json::{Value, json};

use crate::auth::Right;
use crate::cli::enroll_token;
use crate::clock;
use crate::features::agents::FINAL_REMOVAL;
use crate::storage::sql;
use crate::testing::{Identity, Location, TestServer};
use crate::time::Timestamp;

pub const MINUTE: Duration = Duration::from_secs(60);

pub async fn server_and_location() -> (TestServer, Location) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    (server, location)
}

pub async fn remove(server: &TestServer, identity: &Identity) -> Value {
    server.admin.delete(&format!("/agents/{}/", identity.agent_id)).await.ok()
}

/// Lets the time to restore agents pass, as long as it is by default.
pub async fn finish_removals(server: &TestServer) {
    clock::advance(MINUTE * 15);
    (FINAL_REMOVAL.handler)(server.app.clone()).await.unwrap();
}

/// Why an agent that connects is refused.
pub async fn refusal(server: &TestServer, identity: &Identity) -> Refusal {
    let (_socket, answer) = server.try_connect(identity, &[]).await;
    let ToAgent::Refused { refusal, .. } = answer else { panic!("{answer:?} is no refusal") };
    refusal
}

#[tokio::test]
async fn a_removed_agent_is_disconnected_at_once_and_uninstalls_itself_only_later() {
    clock::stop();
    let (server, location) = server_and_location().await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.capabilities.push(capability::UNINSTALL.to_owned());
    let mut agent = server.connect(&identity).await;
    let path = format!("/agents/{}/", identity.agent_id);

    assert_eq!(remove(&server, &identity).await, json!("pc-1 was removed."));

    while agent.receive().await.is_some() {} // Until the connection is closed.
    assert_eq!(server.admin.get("/agents/").await.ok(), json!([]));
    server.admin.get(&path).await.refused(404, "not_found");
    server.admin.delete(&path).await.refused(404, "not_found");
    let row = server.audit().await.pop().unwrap();
    let named = (&row["action"], &row["message"], &row["before_value"]["hostname"]);
    assert_eq!(named, (&json!("delete"), &json!("admin removed agent pc-1"), &json!("pc-1")));

    clock::advance(MINUTE * 15 - Duration::from_secs(1));
    (FINAL_REMOVAL.handler)(server.app.clone()).await.unwrap();
    assert_eq!(refusal(&server, &identity).await, Refusal::TryLater);
    // Others do not learn that there was one.
    let thief = identity.with_another_key();
    assert_eq!(refusal(&server, &thief).await, Refusal::NotEnrolled);

    clock::advance(Duration::from_secs(1));
    (FINAL_REMOVAL.handler)(server.app.clone()).await.unwrap();
    assert_eq!(refusal(&server, &identity).await, Refusal::Uninstall);
    let last = server.audit_lines().await.pop().unwrap();
    assert_eq!(last, "system delete agent the removal of agent pc-1 became final");
}

#[tokio::test]
async fn without_a_delay_a_removed_agent_uninstalls_itself_at_once_or_within_90_days() {
    let (server, location) = server_and_location().await;
    server.admin.put("/core/settings/", json!({ "removal_delay_minutes": 0 })).await.ok();
    let mut identity = server.enrol(location, "pc-1").await;
    let plain = identity.clone();
    identity.capabilities.push(capability::UNINSTALL.to_owned());
    assert_eq!(remove(&server, &identity).await, json!("pc-1 was removed."));

    let reason = "this agent was removed on the server".to_owned();
    let farewell = ToAgent::Refused { refusal: Refusal::Uninstall, reason, retry_after_seconds: 0 };
    for _ in 0..2 {
        let (_socket, answer) = server.try_connect(&identity, &[]).await;
        assert_eq!(answer, farewell);
    }
    assert_eq!(server.admin.get("/agents/removed/").await.ok(), json!([]));
    // An older build does not know how, and others do not learn that there was one.
    for other in [plain, identity.with_another_key()] {
        assert_eq!(refusal(&server, &other).await, Refusal::NotEnrolled);
    }

    clock::advance(Duration::from_secs(90 * 24 * 3600));
    assert_eq!(refusal(&server, &identity).await, Refusal::NotEnrolled);

    // The next removal deletes records that are too old.
    let other = server.enrol(location, "pc-2").await;
    remove(&server, &other).await;
    let count = "select count(*) from removed_agents";
    assert_eq!(sql::value::<i64>(server.app.db.read(), count, []).await.unwrap(), Some(1));
}

#[tokio::test]
async fn removed_agents_in_scope_are_listed_with_the_time_until_they_can_be_restored() {
    clock::stop();
    let (server, acme) = server_and_location().await;
    let other = server.add_site("Other", "Branch").await;
    let first = server.enrol(acme, "pc-1").await;
    let second = server.enrol(acme, "pc-2").await;
    let foreign = server.enrol(other, "pc-3").await;
    server.enrol(acme, "stays").await;
    let now = Timestamp::now();
    remove(&server, &first).await;
    remove(&server, &foreign).await;
    clock::advance(MINUTE);
    remove(&server, &second).await;

    let narrow = server.scoped_caller(&[Right::ListAgents], &[], &[acme.site]).await;
    let listed = narrow.get("/agents/removed/").await.ok();

    let item = |identity: &Identity, hostname: &str, removed: Timestamp| {
        json!({
            "agent_id": identity.agent_id, "hostname": hostname, "client": acme.client,
            "client_name": "Acme", "site": acme.site, "site_name": "Main", "removed": removed,
            "removed_by": "admin", "restorable_until": removed.plus(MINUTE * 15),
        })
    };
    let expected = [item(&second, "pc-2", now.plus(MINUTE)), item(&first, "pc-1", now)];
    assert_eq!(listed, json!(expected));
    let all = server.admin.get("/agents/removed/").await.ok();
    assert_eq!(all.as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_machine_that_enrols_while_its_agent_is_removed_gets_another_record() {
    let (server, location) = server_and_location().await;
    let token = async || {
        let expires = Timestamp::now().plus(MINUTE);
        let made = enroll_token::create(&server.app, location.site, Some(1), expires, "server");
        made.await.unwrap().text.reveal().to_owned()
    };
    let enrol = async || {
        let body = json!({
            "token": token().await, "public_key": "ab".repeat(32), "hostname": "pc-1",
            "plat": "linux", "goarch": "amd64", "version": "0.1.0", "hardware_id": "board 5",
        });
        let answer = server.anonymous().post("/link/enroll/", body).await.ok();
        answer["agent_id"].as_str().unwrap().to_owned()
    };
    let first = enrol().await;
    server.admin.delete(&format!("/agents/{first}/")).await.ok();

    let second = enrol().await;

    assert_ne!(second, first);
    let agents = server.admin.get("/agents/").await.ok();
    assert_eq!((agents.as_array().unwrap().len(), &agents[0]["agent_id"]), (1, &json!(second)));
}

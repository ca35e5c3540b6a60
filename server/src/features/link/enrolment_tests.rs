//! Computers that enrol again, or claim to: who gets which record, and what
//! becomes of what waited for it.

use muster_protocol::{Refusal, ToAgent};
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use crate::domain::fleet::key_fingerprint;
use crate::hex::{hex_bytes, hex_digits};
use crate::storage::sql;
use crate::testing::{Identity, Location, TestServer};

async fn enrolment(server: &TestServer, location: Location, hardware_id: &str) -> Value {
    let mut body = server.enrolment(location, None).await;
    body["hardware_id"] = json!(hardware_id);
    body
}

/// Queues a script for an agent that is offline, and returns the key of the run.
async fn queue(server: &TestServer, agent: &Identity) -> i64 {
    let script = server.add_script("tidy").await;
    let path = format!("/agents/{}/runscript/", agent.agent_id);
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&path, body).await.header("x-run-id").parse().unwrap()
}

fn fingerprint(agent: &Identity) -> String {
    key_fingerprint(&hex_bytes(&agent.public_key(), 32).unwrap())
}

/// Why the server refuses an agent.
async fn refusal(server: &TestServer, agent: &Identity) -> (Refusal, String) {
    match server.try_connect(agent, &[]).await {
        (_, ToAgent::Refused { refusal, reason, .. }) => (refusal, reason),
        (_, other) => panic!("it is refused, but received {other:?}"),
    }
}

async fn agent_count(server: &TestServer) -> usize {
    server.admin.get("/agents/").await.ok().as_array().unwrap().len()
}

#[tokio::test]
async fn another_key_on_known_hardware_waits_for_a_person() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let second = json!({ "client": location.client, "name": "Second" });
    let second = server.admin.post("/clients/sites/", second).await.ok();
    let other = Location { site: second["id"].as_i64().unwrap(), ..location };
    let body = enrolment(&server, location, "board 5").await;
    let first = server.enrol_with(server.computer("pc-1"), body).await;
    let run = queue(&server, &first).await;

    // Also with a token of another site.
    let body = enrolment(&server, other, "board 5").await;
    let claimant = server.enrol_with(server.computer("pc-2"), body).await;

    assert_eq!((&claimant.agent_id, agent_count(&server).await), (&first.agent_id, 1));
    let (refused, reason) = refusal(&server, &claimant).await;
    assert_eq!(refused, Refusal::TryLater);
    assert_eq!(reason, "a person must approve this computer first");
    let stranger = claimant.with_another_key();
    assert_eq!(refusal(&server, &stranger).await.0, Refusal::NotEnrolled);
    // The agent is who it was, and gets its order.
    let mut agent = server.connect(&first).await;
    agent.next_order().await;
    assert_eq!(server.admin.get(&format!("/runs/{run}/")).await.ok()["status"], "queued");
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["message"], "pc-2 asks for the record of pc-1 and waits for approval");
    assert_eq!(row["after_value"], json!({ "key": fingerprint(&claimant) }));
    assert_eq!(row["site"]["name"], "Main");
}

#[tokio::test]
async fn a_computer_that_proves_its_old_key_keeps_its_record_and_gets_nothing_that_waited() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let old = server.enrol(location, "pc-1").await;
    let run = queue(&server, &old).await;
    let mut socket = server.follow(&server.admin, &["agents", "runs", "pending"]).await;

    let new = server.computer("pc-1");
    let mut body = server.enrolment(location, None).await;
    old.vouch_for(&new, &mut body);
    let new = server.enrol_with(new, body).await;

    assert_eq!((&new.agent_id, agent_count(&server).await), (&old.agent_id, 1));
    let stored = server.admin.get(&format!("/runs/{run}/")).await.ok();
    assert_eq!(stored["status"], "cancelled");
    assert_eq!(stored["problem"], "the computer enrolled again");
    let data = json!({ "agent_id": old.agent_id, "hostname": "pc-1", "key_changed": true });
    assert_eq!(socket.receive_event("agent.added").await["data"], data);
    assert_eq!(refusal(&server, &old).await.0, Refusal::NotEnrolled);
    let mut agent = server.connect(&new).await;
    agent.catch_up().await;
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["message"], "pc-1 enrolled again and keeps its record");
    assert_eq!(row["before_value"], json!({ "key": fingerprint(&old) }));
    assert_eq!(row["after_value"], json!({ "key": fingerprint(&new) }));
}

#[tokio::test]
async fn the_connection_of_the_old_key_is_closed() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;

    let new = server.computer("pc-1");
    let mut body = server.enrolment(location, None).await;
    agent.identity.vouch_for(&new, &mut body);
    server.enrol_with(new, body).await;

    assert_eq!(agent.receive().await, None);
}

#[tokio::test]
async fn a_key_that_goes_between_proof_and_hello_is_not_admitted() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let (replaced, forgotten) =
        (server.enrol(location, "pc-1").await, server.enrol(location, "pc-2").await);
    let new = server.computer("pc-1");
    let mut body = server.enrolment(location, None).await;
    replaced.vouch_for(&new, &mut body);
    let enrol_again = async {
        server.enrol_with(new, body).await;
    };
    let leave = async {
        server.anonymous().post("/link/leave/", forgotten.farewell()).await.ok();
    };

    for (agent, answer) in [
        (&replaced, server.connect_slowly(&replaced, enrol_again).await),
        (&forgotten, server.connect_slowly(&forgotten, leave).await),
    ] {
        let is_put_off =
            matches!(answer, Some(ToAgent::Refused { refusal: Refusal::TryLater, .. }));
        assert!(is_put_off, "{answer:?}");
        assert_eq!(refusal(&server, agent).await.0, Refusal::NotEnrolled);
    }
}

#[tokio::test]
async fn a_proof_that_is_not_one_makes_a_new_record() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Main").await;
    let old = server.enrol(location, "pc-1").await;
    let new = server.computer("pc-1");
    let mut own = server.enrolment(location, None).await;
    old.vouch_for(&new, &mut own);

    // Signed by somebody else, for another key, and for a token of another client.
    let mut forged = own.clone();
    old.with_another_key().vouch_for(&new, &mut forged);
    let mut elsewhere = server.enrolment(other, None).await;
    old.vouch_for(&new, &mut elsewhere);
    let other_key = server.computer("pc-1");
    for (computer, body) in [(new.clone(), forged), (other_key, own), (new, elsewhere)] {
        let enrolled = server.enrol_with(computer, body).await;
        assert_ne!(enrolled.agent_id, old.agent_id);
        server.connect(&enrolled).await;
    }
    server.connect(&old).await;
    assert_eq!(agent_count(&server).await, 4);

    let mut body = server.enrolment(location, None).await;
    body["hostname"] = json!("pc-1");
    body["public_key"] = json!("ab".repeat(32));
    body["previous_agent_id"] = json!("x".repeat(201));
    body["previous_signature"] = json!("xyz");
    let problems = server.anonymous().post("/link/enroll/", body).await.problems();
    assert_eq!(
        problems,
        json!({
            "previous_agent_id": ["Must have at most 200 characters."],
            "previous_signature": ["Must be 128 hexadecimal digits."],
        })
    );
}

#[tokio::test]
async fn a_proof_serves_once() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let old = server.enrol(location, "pc-1").await;
    let new = server.computer("pc-1");
    let mut body = server.enrolment(location, None).await;
    old.vouch_for(&new, &mut body);
    let new = server.enrol_with(new, body).await;

    let another = server.computer("pc-1");
    let mut body = server.enrolment(location, None).await;
    old.vouch_for(&another, &mut body);
    let another = server.enrol_with(another, body).await;

    assert_ne!(another.agent_id, old.agent_id);
    server.connect(&new).await;
}

#[tokio::test]
async fn hardware_ids_that_many_computers_share_are_none() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let board = "muster hardware 03000200-0400-0500-0006-000700080009 To be filled by O.E.M.";
    let hardware_id = hex_digits(digest(&SHA256, board.as_bytes()).as_ref());
    let body = enrolment(&server, location, &hardware_id).await;

    let one = server.enrol_with(server.computer("pc-1"), body.clone()).await;
    let other = server.enrol_with(server.computer("pc-2"), body).await;

    assert_ne!(one.agent_id, other.agent_id);
    server.connect(&one).await;
    server.connect(&other).await;
}

#[tokio::test]
async fn a_thousand_computers_may_wait_at_a_site() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let body = enrolment(&server, location, "board 5").await;
    server.enrol_with(server.computer("pc-1"), body.clone()).await;
    let write = server.app.db.begin().await.unwrap();
    for number in 0..999 {
        let text = "insert into pending_enrolments (agent_id, public_key, site_id, monitoring_type,
                           hostname, plat, goarch, version, hardware_id, public_ip, created_time)
                    values ($1, $2, $3, 'server', 'pc', 'linux', 'amd64', '', '', '',
                            9000000000000000)";
        let key = vec![0_u8; 32];
        let values = [format!("waiting-{number}").into(), key.into(), location.site.into()];
        sql::execute(&write, text, values).await.unwrap();
    }
    write.commit().await.unwrap();

    server.enrol_with(server.computer("pc-2"), body.clone()).await;
    let mut body = body;
    (body["hostname"], body["public_key"]) = (json!("pc-3"), json!("ab".repeat(32)));
    let before = server.audit().await.len();
    let problems = server.anonymous().post("/link/enroll/", body).await.problems();

    let sentence = "Too many computers of this site wait for approval already.";
    assert_eq!(problems, json!({ "token": [sentence] }));
    assert_eq!(server.audit().await.len(), before);
    let deployments = server.admin.get("/clients/deployments/").await.ok();
    assert_eq!(deployments[0]["uses"], 2, "an enrolment that was refused is no use of the token");
}

//! Computers that wait for approval, tested over HTTP and the link.

use muster_protocol::{Refusal, ToAgent};
use serde_json::{Value, json};

use crate::auth::Right;
use crate::domain::fleet::key_fingerprint;
use crate::hex::hex_bytes;
use crate::testing::{Identity, Location, TestServer, TestSocket};

async fn ask_for_approval(server: &TestServer, location: Location, of: &str) {
    let path = format!("/clients/sites/{}/", location.site);
    server.admin.put(&path, json!({ "enrolment_approval": of })).await.ok();
}

async fn waiting(server: &TestServer) -> Vec<Value> {
    server.admin.get("/agents/pending/").await.ok().as_array().unwrap().clone()
}

fn path(pending: &Value, verb: &str) -> String {
    format!("/agents/pending/{}/{verb}/", pending["id"])
}

fn fingerprint(agent: &Identity) -> String {
    key_fingerprint(&hex_bytes(&agent.public_key(), 32).unwrap())
}

async fn is_refused(server: &TestServer, agent: &Identity, expected: Refusal) {
    match server.try_connect(agent, &[]).await {
        (_, ToAgent::Refused { refusal, .. }) => assert_eq!(refusal, expected),
        (_, other) => panic!("it is refused, but received {other:?}"),
    }
}

async fn enrol_on(server: &TestServer, location: Location, board: &str, name: &str) -> Identity {
    let mut body = server.enrolment(location, None).await;
    body["hardware_id"] = json!(board);
    server.enrol_with(server.computer(name), body).await
}

/// The data of the next event of this type about a computer that waits.
async fn receive(socket: &mut TestSocket, kind: &str) -> Value {
    loop {
        let event = socket.receive_event(kind).await;
        if event["data"]["entity"] == "pendingagent" {
            return event["data"].clone();
        }
    }
}

#[tokio::test]
async fn a_computer_learns_when_it_enrols_that_it_waits() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    ask_for_approval(&server, location, "new").await;
    let mut body = server.enrolment(location, None).await;
    body["hostname"] = json!("pc-1");
    body["public_key"] = json!(server.computer("pc-1").public_key());

    let answer = server.anonymous().post("/link/enroll/", body).await.ok();

    let agent_id = waiting(&server).await[0]["agent_id"].clone();
    assert_eq!(answer, json!({ "agent_id": agent_id, "pending": true }));
}

#[tokio::test]
async fn a_new_computer_waits_where_its_site_asks_for_it_until_somebody_approves_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    ask_for_approval(&server, location, "new").await;
    let mut socket = server.follow(&server.admin, &["agents", "config"]).await;

    let computer = server.enrol(location, "pc-1").await;

    let list = waiting(&server).await;
    let (id, since) = (&list[0]["id"], &list[0]["since"]);
    let expected = json!({
        "id": id, "agent_id": computer.agent_id, "hostname": "pc-1", "plat": "linux",
        "goarch": "amd64", "version": "0.1.0", "public_ip": "127.0.0.1",
        "client": location.client, "client_name": "Acme", "site": location.site,
        "site_name": "Main", "since": since, "fingerprint": fingerprint(&computer), "known": null,
    });
    assert_eq!(list, [expected]);
    assert_eq!(server.admin.get("/agents/").await.ok(), json!([]));
    is_refused(&server, &computer, Refusal::TryLater).await;
    let event = json!({ "entity": "pendingagent", "id": id });
    assert_eq!(receive(&mut socket, "saved").await, event);

    let body = json!({ "fingerprint": fingerprint(&computer).to_uppercase() });
    let said = server.admin.post(&path(&list[0], "approve"), body).await.ok();

    assert_eq!(said, "pc-1 was approved.");
    assert_eq!(receive(&mut socket, "deleted").await, event);
    let added = json!({ "agent_id": computer.agent_id, "hostname": "pc-1", "key_changed": false });
    assert_eq!(socket.receive_event("agent.added").await["data"], added);
    assert!(waiting(&server).await.is_empty());
    server.connect(&computer).await;
    let agent = server.admin.get("/agents/").await.ok()[0].clone();
    assert_eq!(
        (&agent["site"], &agent["monitoring_type"]),
        (&json!(location.site), &json!("server"))
    );
    let log = server.audit_lines().await;
    assert_eq!(
        log[log.len() - 2..],
        [
            "enrolment agent_install agent pc-1 waits for approval",
            "admin agent_install agent admin approved pc-1",
        ]
    );
    server.admin.post(&path(&list[0], "approve"), json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_computer_that_is_rejected_stays_outside() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    ask_for_approval(&server, location, "new").await;
    let computer = server.enrol(location, "pc-1").await;
    let list = waiting(&server).await;

    let said = server.admin.post(&path(&list[0], "reject"), json!({})).await.ok();

    assert_eq!(said, "pc-1 was rejected.");
    assert!(waiting(&server).await.is_empty());
    is_refused(&server, &computer, Refusal::NotEnrolled).await;
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["message"], "admin rejected pc-1");
    assert_eq!(row["before_value"], json!({ "key": fingerprint(&computer) }));
    server.admin.post(&path(&list[0], "reject"), json!({})).await.refused(404, "not_found");
    server.admin.post(&path(&list[0], "approve"), json!({})).await.refused(404, "not_found");
}

#[tokio::test]
async fn an_approved_claim_takes_up_the_record_and_nothing_that_waited_for_it() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let old = enrol_on(&server, location, "board 5", "pc-1").await;
    let script = server.add_script("tidy").await;
    let run = format!("/agents/{}/runscript/", old.agent_id);
    server.admin.post(&run, json!({ "script": script, "output": "forget" })).await.ok();
    let reinstalled = enrol_on(&server, location, "board 5", "pc-2").await;
    let other = enrol_on(&server, location, "board 5", "pc-3").await;
    let list = waiting(&server).await;
    let known = json!({ "agent_id": old.agent_id, "hostname": "pc-1" });
    assert_eq!((&list[0]["hostname"], &list[0]["known"]), (&json!("pc-2"), &known));
    assert_eq!((&list[1]["hostname"], list.len()), (&json!("pc-3"), 2));

    // A fingerprint that was compared is that of no other computer.
    let wrong = json!({ "fingerprint": fingerprint(&other) });
    let refusal = server.admin.post(&path(&list[0], "approve"), wrong).await;
    refusal.refused(409, "conflict");
    let mut agent = server.connect(&old).await;
    agent.next_order().await;
    drop(agent);
    server.admin.post(&path(&list[0], "approve"), json!({})).await.ok();

    assert!(waiting(&server).await.is_empty());
    is_refused(&server, &old, Refusal::NotEnrolled).await;
    is_refused(&server, &other, Refusal::NotEnrolled).await;
    let mut agent = server.connect(&reinstalled).await;
    agent.catch_up().await;
    let stored = server.admin.get("/runs/").await.ok()[0].clone();
    assert_eq!(stored["status"], "cancelled");
    assert_eq!(stored["problem"], "the computer enrolled again");
    let agents = server.admin.get("/agents/").await.ok();
    assert_eq!(agents.as_array().unwrap().len(), 1);
    assert_eq!(
        (&agents[0]["agent_id"], &agents[0]["hostname"]),
        (&json!(old.agent_id), &json!("pc-2"))
    );
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["message"], "admin approved pc-2");
    assert_eq!(row["before_value"], json!({ "key": fingerprint(&old) }));
    assert_eq!(row["after_value"], json!({ "key": fingerprint(&reinstalled) }));
}

#[tokio::test]
async fn an_approved_claim_closes_the_connection_of_the_agent_it_replaces() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let old = enrol_on(&server, location, "board 5", "pc-1").await;
    enrol_on(&server, location, "board 5", "pc-1").await;
    let mut agent = server.connect(&old).await;

    let list = waiting(&server).await;
    server.admin.post(&path(&list[0], "approve"), json!({})).await.ok();

    assert_eq!(agent.receive().await, None);
}

#[tokio::test]
async fn a_computer_that_proves_its_old_key_waits_only_where_all_do() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.enrol(location, "pc-1").await;
    for (approval, waits) in [("off", false), ("new", false), ("all", true)] {
        ask_for_approval(&server, location, approval).await;
        let computer = server.computer("pc-1");
        let mut body = server.enrolment(location, None).await;
        agent.vouch_for(&computer, &mut body);
        let computer = server.enrol_with(computer, body).await;
        assert_eq!(waiting(&server).await.len(), usize::from(waits), "{approval}");
        if waits {
            is_refused(&server, &computer, Refusal::TryLater).await;
            server.connect(&agent).await;
        } else {
            server.connect(&computer).await;
            agent = computer;
        }
    }
    // The key that is known already needs nobody's approval.
    let mut body = server.enrolment(location, None).await;
    agent.vouch_for(&agent, &mut body);
    let same = server.enrol_with(agent.clone(), body).await;
    assert_eq!((&same.agent_id, waiting(&server).await.len()), (&agent.agent_id, 1));
}

#[tokio::test]
async fn a_computer_that_enrols_again_while_it_waits_is_listed_once() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    ask_for_approval(&server, location, "new").await;
    let first = server.enrol(location, "pc-1").await;
    let former = waiting(&server).await.remove(0);
    let mut socket = server.follow(&server.admin, &["config"]).await;
    let (again, stranger) = (server.computer("pc-1"), server.computer("pc-1"));

    // Somebody who only knows its identifier removes nothing.
    let mut body = server.enrolment(location, None).await;
    first.with_another_key().vouch_for(&stranger, &mut body);
    let stranger = server.enrol_with(stranger, body).await;
    let mut body = server.enrolment(location, None).await;
    first.vouch_for(&again, &mut body);
    let again = server.enrol_with(again, body).await;

    let gone = json!({ "entity": "pendingagent", "id": former["id"] });
    assert_eq!(receive(&mut socket, "deleted").await, gone);
    let listed: Vec<Value> =
        waiting(&server).await.iter().map(|pending| pending["agent_id"].clone()).collect();
    assert_eq!(listed, [json!(stranger.agent_id), json!(again.agent_id)]);
    is_refused(&server, &first, Refusal::NotEnrolled).await;
    is_refused(&server, &again, Refusal::TryLater).await;
}

#[tokio::test]
async fn a_claim_is_seen_and_approved_only_where_the_claimed_agent_is() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let second = json!({ "client": location.client, "name": "Second" });
    let second = server.admin.post("/clients/sites/", second).await.ok();
    let other = Location { site: second["id"].as_i64().unwrap(), ..location };
    let old = enrol_on(&server, location, "board 5", "pc-1").await;
    // With a token of the other site.
    enrol_on(&server, other, "board 5", "pc-2").await;
    let list = waiting(&server).await;
    assert_eq!(
        (&list[0]["site"], &list[0]["agent_id"]),
        (&json!(location.site), &json!(old.agent_id))
    );

    let rights = [Right::ListAgents, Right::EditAgent, Right::InstallAgents];
    let outside = server.scoped_caller(&rights, &[], &[other.site]).await;
    assert_eq!(outside.get("/agents/pending/").await.ok(), json!([]));
    for verb in ["approve", "reject"] {
        outside.post(&path(&list[0], verb), json!({})).await.refused(404, "not_found");
    }
    // The claim moves with the agent.
    let agent = format!("/agents/{}/", old.agent_id);
    server.admin.put(&agent, json!({ "site": other.site })).await.ok();
    assert_eq!(outside.get("/agents/pending/").await.ok()[0]["site_name"], "Second");
    outside.post(&path(&list[0], "approve"), json!({})).await.ok();
    assert_eq!(server.admin.get(&agent).await.ok()["site"], other.site);
}

#[tokio::test]
async fn what_waits_goes_with_its_site_and_with_the_agent_it_claims_to_be() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let second = json!({
        "client": location.client, "name": "Second", "enrolment_approval": "new",
    });
    let second = server.admin.post("/clients/sites/", second).await.ok();
    let other = Location { site: second["id"].as_i64().unwrap(), ..location };
    let old = enrol_on(&server, location, "board 5", "pc-1").await;
    enrol_on(&server, location, "board 5", "pc-2").await;
    server.enrol(other, "pc-3").await;
    assert_eq!(waiting(&server).await.len(), 2);

    server.admin.delete(&format!("/clients/sites/{}/", other.site)).await.ok();
    assert_eq!(waiting(&server).await.len(), 1);
    server.admin.delete(&format!("/agents/{}/", old.agent_id)).await.ok();
    assert!(waiting(&server).await.is_empty());
}

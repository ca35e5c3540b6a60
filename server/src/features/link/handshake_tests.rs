//! How agents prove who they are, those of today and older ones.

use futures_util::FutureExt;
use muster_protocol::{KnownRun, PROOF_PROTOCOL, Refusal, ToAgent};
use serde_json::json;

use crate::agent_link::gate::WELCOMES;
use crate::storage::sql;
use crate::testing::{TestServer, until_true};

#[tokio::test]
async fn agents_before_protocol_6_are_admitted_by_their_hello() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.protocol = PROOF_PROTOCOL - 1;

    let thief = identity.with_another_key();
    let (_socket, answer) = server.try_connect(&thief, &[]).await;
    assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::NotEnrolled, .. }), "{answer:?}");
    let mut agent = server.connect(&identity).await;
    agent.catch_up().await;
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["status"], "online");
}

#[tokio::test]
async fn an_agent_that_looks_for_another_server_is_put_off() {
    let url = Some("https://rmm.example.com".to_owned());
    let server = TestServer::start_with(|settings| settings.public_url = url).await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;

    identity.server = "evil.example.org:443".to_owned();
    let (_socket, answer) = server.try_connect(&identity, &[]).await;
    let reason = "evil.example.org:443 is not an address of this server".to_owned();
    let refusal = Refusal::TryLater;
    assert_eq!(answer, ToAgent::Refused { refusal, reason, retry_after_seconds: 300 });
    // A peer without a valid proof gets no answer about addresses.
    let (_socket, answer) = server.try_connect(&identity.with_another_key(), &[]).await;
    assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::NotEnrolled, .. }), "{answer:?}");

    identity.server = "rmm.example.com:443".to_owned();
    assert!(server.connect_if_admitted(&identity, &[]).await.is_some());
}

#[tokio::test]
async fn a_long_hello_is_read_after_the_proof_and_from_older_agents_without_one() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    // More than a stranger may send.
    let known = |number: u32| KnownRun {
        run_id: format!("00000000-0000-0000-0000-{number:012}"),
        finished: true,
        task: None,
    };
    let runs: Vec<KnownRun> = (0..400).map(known).collect();

    for protocol in [PROOF_PROTOCOL, PROOF_PROTOCOL - 1] {
        identity.protocol = protocol;
        let agent = server.connect_knowing(&identity, runs.clone()).await;
        assert_eq!(agent.welcome.runs.len(), 400);
        assert!(agent.welcome.runs.iter().all(|run| run.closed));
    }
}

#[tokio::test]
async fn agents_beyond_the_gate_learn_when_to_come_back_and_strangers_take_no_turn() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let gate = &server.app.agent_link.gate;
    let _turns = gate.take_all().await;
    let mut crowd: Vec<_> = (0..WELCOMES.waiting).map(|_| Box::pin(gate.wait())).collect();
    for one in &mut crowd {
        assert!(one.now_or_never().is_none(), "it waits");
    }

    let (_socket, answer) = server.try_connect(&identity.with_another_key(), &[]).await;
    assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::NotEnrolled, .. }), "{answer:?}");
    let (_socket, answer) = server.try_connect(&identity, &[]).await;
    let (refusal, reason) = (Refusal::TryLater, "too many agents connect at once".to_owned());
    assert_eq!(answer, ToAgent::Refused { refusal, reason, retry_after_seconds: 2 });
}

#[tokio::test]
async fn a_hello_and_the_job_that_stores_documents_wait_for_each_other_in_one_order() {
    let server = TestServer::start().await;
    if !server.app.db.is_shared() {
        return;
    }
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let mut agent = server.connect(&identity).await;
    let mut check = json!({ "check_type": "ping", "ip": "192.0.2.1", "name": "gateway" });
    check["agent"] = json!(identity.agent_id);
    server.admin.post("/checks/", check).await.ok();
    agent.keep_definitions().await;
    agent.catch_up().await;
    drop(agent);

    // The job locks documents and then agents. Whoever waits for it must not have written
    // agents by then, or both wait for each other.
    let write = server.app.db.begin().await.unwrap();
    let documents = "select 1 from agent_definitions where agent_id > 0 for update";
    sql::execute(&write, documents, []).await.unwrap();
    let storing = async {
        let db = server.app.db.read();
        let waiting = "select count(*) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'";
        until_true("the hello waits", async || sql::number(db, waiting, []).await.unwrap() > 0)
            .await;
        let wrote = "select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid
                      where a.datname = current_database() and a.wait_event_type = 'Lock'
                        and l.relation = 'agents'::regclass and l.mode = 'RowExclusiveLock'";
        let wrote = sql::number(db, wrote, []).await.unwrap();
        write.rollback().await.unwrap();
        wrote
    };
    let (mut agent, wrote) = tokio::join!(server.connect(&identity), storing);

    assert_eq!(wrote, 0, "the hello wrote agents before it had the documents");
    agent.catch_up().await;
}

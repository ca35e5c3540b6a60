//! Becoming an agent, and what the server's refusals look like.

use clap::Parser;
use muster_protocol::{
    CheckDefinition, CheckReport, Definitions, Probe, Reading, TaskDefinition, hex,
};

use super::fake_server::FakeServer;
use crate::cli::enroll::Enroll;
use crate::data_dir::DataDir;
use crate::identity::Identity;
use crate::ledger::{Ledger, TaskMemory};
use crate::upkeep::{keep_key, read_publisher};

#[derive(Parser)]
struct CommandLine {
    #[command(flatten)]
    enroll: Enroll,
}

fn enroll(server: &FakeServer, more: &[&str]) -> Enroll {
    let url = server.url();
    let mut words = vec!["enroll", "--server", &url, "--token", " secret "];
    words.extend(more);
    CommandLine::parse_from(words).enroll
}

/// Enrols, and the server gives the computer this identifier.
async fn enrol(server: &FakeServer, data: &DataDir, more: &[&str], agent_id: &str) {
    let command = enroll(server, more);
    let (result, ()) = tokio::join!(command.run(data), server.enrol(agent_id));
    result.unwrap();
}

#[tokio::test]
async fn an_enrolled_computer_has_the_key_it_sent() {
    let server = FakeServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::at(folder.path());

    enrol(&server, &data, &["--hostname", "pc-9", "--monitoring-type", "server"], "agent-9").await;

    let request = server.enrolment.lock().unwrap().clone().unwrap();
    assert_eq!((request.token.as_str(), request.hostname.as_str()), ("secret", "pc-9"));
    assert_eq!((request.plat.as_str(), request.monitoring_type.as_str()), ("linux", "server"));
    let identity = Identity::load(&data).unwrap().unwrap();
    assert_eq!(
        (identity.agent_id.as_str(), identity.hostname.as_deref()),
        ("agent-9", Some("pc-9"))
    );
    let public_key = hex::decode(&request.public_key).unwrap();
    let text = muster_protocol::text_to_sign("agent-9", b"nonce");
    ring::signature::UnparsedPublicKey::new(&ring::signature::ED25519, public_key)
        .verify(&text, &identity.sign(b"nonce"))
        .unwrap();

    let again = enroll(&server, &[]).run(&data).await.unwrap_err().to_string();
    assert!(again.starts_with("this computer is already enrolled as agent-9"), "{again}");
    // Nobody listens here: there is nothing to ask.
    enroll(&server, &["--if-needed"]).run(&data).await.unwrap();
    let elsewhere = FakeServer::start().await;
    let refusal = enroll(&elsewhere, &["--if-needed"]).run(&data).await.unwrap_err().to_string();
    assert!(refusal.starts_with("this computer is already enrolled as agent-9"), "{refusal}");
    std::fs::write(data.freeze_file(), "of the server before").unwrap();
    enrol(&server, &data, &["--force"], "agent-10").await;
    assert_eq!(Identity::load(&data).unwrap().unwrap().agent_id, "agent-10");
    assert!(!data.freeze_file().exists(), "a freeze of another server does not count");
}

#[tokio::test]
async fn a_computer_that_enrols_again_takes_the_new_servers_key_for_programs() {
    let server = FakeServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::at(folder.path());
    let (old, new) = ("ab".repeat(32), "cd".repeat(32));
    enrol(&server, &data, &[], "agent-9").await;
    keep_key(&data, &old);

    let refused = enroll(&server, &["--force"]);
    let answering = server.answer_enrolment("403 Forbidden", r#"{"detail": "expired"}"#);
    let (result, ()) = tokio::join!(refused.run(&data), answering);
    assert_eq!(result.unwrap_err().to_string(), "expired");
    assert_eq!(std::fs::read_to_string(data.package_key_file()).unwrap(), old);

    enrol(&server, &data, &["--force"], "agent-10").await;
    keep_key(&data, &new);
    assert_eq!(std::fs::read_to_string(data.package_key_file()).unwrap(), new);
}

#[tokio::test]
async fn an_address_without_encryption_is_taken_only_on_request() {
    let server = FakeServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::at(folder.path());
    // This computer, by an address that does not say so.
    let url = server.url().replace("127.0.0.1", "0.0.0.0");
    let command = |more: &[&str]| {
        let words = ["enroll", "--server", &url, "--token", "secret"];
        CommandLine::parse_from(words.iter().chain(more).copied()).enroll
    };

    let refusal = command(&[]).run(&data).await.unwrap_err().to_string();
    assert!(refusal.contains("is not encrypted") && refusal.contains("--insecure"), "{refusal}");
    assert!(server.enrolment.lock().unwrap().is_none(), "nothing was asked");
    let insecure = command(&["--insecure"]);
    let (result, ()) = tokio::join!(insecure.run(&data), server.enrol("agent-9"));
    result.unwrap();
    assert_eq!(Identity::load(&data).unwrap().unwrap().agent_id, "agent-9");

    // Agents that enrolled before they were asked go on; a changed file does not.
    let stored = std::fs::read_to_string(data.identity_file()).unwrap();
    assert!(stored.contains(r#""insecure": true"#), "{stored}");
    let older = stored.replace(r#""insecure": true"#, r#""other": true"#);
    std::fs::write(data.identity_file(), older).unwrap();
    assert_eq!(Identity::load(&data).unwrap().unwrap().agent_id, "agent-9");
    let changed = stored.replace(r#""insecure": true"#, r#""insecure": false"#);
    std::fs::write(data.identity_file(), changed).unwrap();
    let refusal = Identity::load(&data).unwrap_err().to_string();
    assert!(refusal.ends_with("this computer was enrolled without --insecure"), "{refusal}");
}

#[tokio::test]
async fn a_computer_that_enrols_again_starts_nothing_of_before() {
    let server = FakeServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::at(folder.path());
    enrol(&server, &data, &[], "agent-9").await;
    let task = TaskDefinition { id: 7, ..TaskDefinition::default() };
    let digest = "of before".to_owned();
    let (id, version, interval_seconds) = (3, "v1".to_owned(), 60);
    let check =
        CheckDefinition { id, version: version.clone(), interval_seconds, probe: Probe::Cpu };
    let (reading, time, took_ms) = (Reading::NoDisk, 7, 7);
    let report =
        CheckReport { number: 0, check: 3, version, time, took_ms, reading, forced: false };
    let document =
        Definitions { digest, tasks: vec![task], checks: vec![check], ..Definitions::default() };
    let memory = TaskMemory::default();
    let ledger = Ledger::open(&data.ledger_file()).unwrap();
    ledger.define(&document, vec![(7, memory)]).await.unwrap();
    ledger.keep_reports(vec![report]).await.unwrap();
    ledger.release();

    enrol(&server, &data, &["--force"], "agent-9").await;

    let ledger = Ledger::open(&data.ledger_file()).unwrap();
    assert_eq!(ledger.definitions_digest().unwrap(), "");
    assert_eq!(ledger.find_definition(7).unwrap(), None);
    assert_eq!(ledger.find_check(3).unwrap(), None);
    assert_eq!(ledger.first_reports().unwrap(), []);
    assert_eq!(ledger.memories().unwrap().get(&7), Some(&memory));
}

#[tokio::test]
async fn a_computer_that_enrols_again_proves_that_it_has_the_old_key() {
    let server = FakeServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::at(folder.path());
    enrol(&server, &data, &[], "agent-9").await;
    let request = server.enrolment.lock().unwrap().take().unwrap();
    assert_eq!((request.previous_agent_id.as_str(), request.previous_signature.as_str()), ("", ""));
    let old_key = hex::decode(&request.public_key).unwrap();

    enrol(&server, &data, &["--force"], "agent-9").await;
    let request = server.enrolment.lock().unwrap().take().unwrap();
    assert_eq!(request.previous_agent_id, "agent-9");
    let text = muster_protocol::enrolment_to_sign("agent-9", &request.public_key);
    ring::signature::UnparsedPublicKey::new(&ring::signature::ED25519, old_key)
        .verify(&text, &hex::decode(&request.previous_signature).unwrap())
        .unwrap();

    // Another server has no business with what this computer was here.
    let elsewhere = FakeServer::start().await;
    enrol(&elsewhere, &data, &["--force"], "agent-1").await;
    let request = elsewhere.enrolment.lock().unwrap().take().unwrap();
    assert_eq!((request.previous_agent_id.as_str(), request.previous_signature.as_str()), ("", ""));

    // What cannot be read is replaced without a proof.
    std::fs::write(data.identity_file(), "rubbish").unwrap();
    enrol(&elsewhere, &data, &["--force"], "agent-2").await;
    let request = elsewhere.enrolment.lock().unwrap().take().unwrap();
    assert_eq!(request.previous_agent_id, "");
    assert_eq!(Identity::load(&data).unwrap().unwrap().agent_id, "agent-2");
}

#[tokio::test]
async fn a_refused_token_is_explained_in_the_servers_words_and_leaves_nothing() {
    let server = FakeServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::at(folder.path());
    let command = enroll(&server, &[]);
    let body = r#"{"detail": "this token has expired", "code": "expired"}"#;

    let answering = server.answer_enrolment("403 Forbidden", body);
    let (result, ()) = tokio::join!(command.run(&data), answering);

    assert_eq!(result.unwrap_err().to_string(), "this token has expired");
    assert!(Identity::load(&data).unwrap().is_none());

    let answering = server.answer_enrolment("404 Not Found", "<html>");
    let (result, ()) = tokio::join!(command.run(&data), answering);
    let error = result.unwrap_err().to_string();
    assert!(error.contains("404 Not Found") && error.contains("a Muster server?"), "{error}");
}

#[tokio::test]
async fn a_computer_has_the_publisher_that_its_enrolment_named() {
    let server = FakeServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::at(folder.path());
    let publisher = || read_publisher(&data).unwrap();
    let (ours, theirs) = ("ab".repeat(32), "cd".repeat(32));

    enrol(&server, &data, &["--publisher-key", &ours.to_uppercase()], "agent-1").await;
    assert_eq!(publisher(), Some(ours.clone()));
    enroll(&server, &["--if-needed"]).run(&data).await.unwrap();
    enroll(&server, &["--if-needed", "--publisher-key", &ours]).run(&data).await.unwrap();
    let other = enroll(&server, &["--if-needed", "--publisher-key", &theirs]);
    let refusal = other.run(&data).await.unwrap_err().to_string();
    assert!(refusal.starts_with("this agent takes programs of another publisher"), "{refusal}");
    assert_eq!(publisher(), Some(ours));

    enrol(&server, &data, &["--force"], "agent-1").await;
    assert_eq!(publisher(), None);
    // One that is enrolled already gets it with the installer, run again.
    other.run(&data).await.unwrap();
    assert_eq!(publisher(), Some(theirs));

    let url = server.url();
    for nonsense in ["", "ab", &"xy".repeat(32)] {
        let words = ["enroll", "--server", &url, "--token", "x", "--publisher-key", nonsense];
        assert!(CommandLine::try_parse_from(words).is_err(), "{nonsense}");
    }
}

//! `muster sim crowd`, `muster sim session` and `muster sim screen` against a real server.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::server::Server;
use crate::simulated::simulate;
use crate::turn;

#[tokio::test]
async fn every_key_in_a_crowd_of_terminals_has_its_echo_and_every_session_ends() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let (site, pid) = (server.first_site().await, server.pid().to_string());
    let key = ["crowd", "--site", &site, "--api-key", server.api.key(), "--pid", &pid];
    let scale = ["--active", "5", "--idle", "15", "--agents", "3", "--seconds", "5"];
    let (ended, report) = simulate(&server, &[&key[..], &scale[..]].concat()).await;
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    assert_eq!((&report["lost"], &report["unanswered"]), (&json!(0), &json!(0)), "{report}");
    assert_eq!(report["opening"]["count"], 20, "{report}");
    // Five people with five keys a second, on a machine that may stand still for a while.
    assert!(report["echo"]["count"].as_u64() > Some(25), "{report}");
    assert!(report["process"]["with_all_kib"].as_u64() > Some(0), "{report}");
    assert!(ended.stdout.contains("key to echo"), "{}", ended.stdout);

    let sessions = server.api.get("/remote/v1/sessions/").await.json;
    let sessions = sessions.as_array().expect("a list");
    assert_eq!(sessions.len(), 20);
    assert!(sessions.iter().all(|session| session["status"] == "ended"), "{sessions:?}");
}

#[tokio::test]
async fn a_session_of_a_real_agent_is_measured_and_leaves_nothing() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    let (folder, pid) = (tempfile::tempdir().unwrap(), server.pid().to_string());
    let place = folder.path().to_str().expect("it is plain");
    let key = ["session", "--agent-id", &agent.id, "--api-key", server.api.key(), "--pid", &pid];
    let scale = ["--openings", "2", "--keys", "5", "--flood-seconds", "1", "--file-mib", "5"];
    let arguments = [&key[..], &scale[..], &["--server", &server.url, "--folder", place]].concat();
    let (ended, report) = simulate(&server, &arguments).await;
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    assert_eq!((&report["opening"]["count"], &report["echo"]["count"]), (&json!(2), &json!(5)));
    for speed in ["upload_mb_per_second", "download_mb_per_second"] {
        assert!(report[speed].as_f64() > Some(0.0), "{report}");
    }
    assert!(report["flood"]["relay_kib"].is_array() && report["flood"]["helper_kib"].is_array());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "the file is gone");
}

#[tokio::test]
async fn a_screen_that_may_not_be_seen_is_not_measured_and_the_reason_is_told() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    let settings = agent.identity_file().with_file_name("remote.toml");
    std::fs::write(settings, "screen = \"never\"\n").expect("it can be written");
    let arguments = ["screen", "--agent-id", &agent.id, "--api-key", server.api.key()];
    let (ended, report) =
        simulate(&server, &[&arguments[..], &["--server", &server.url]].concat()).await;
    assert_eq!(report, Value::Null);
    assert!(ended.refusal().contains("a remote session is refused"), "{}", ended.stderr);
}

//! A server that is lost comes back from its backup, and its agents with it.

use serde_json::json;
use tempfile::TempDir;

use crate::agent::Agent;
use crate::database::{Engines, engines};
use crate::process::Ended;
use crate::server::Server;
use crate::{turn, waiting};

/// A server with an agent that did something, and its backup, made while it ran.
async fn backed_up(settings: &[(&str, &str)]) -> (Server, Agent, TempDir, String) {
    let server = Server::start_with(settings).await;
    let agent = Agent::join(&server, "pc-1").await;
    let reply = server.api.run(&agent.id, "sh", "echo kept", 10).await;
    assert_eq!(reply.json["stdout"], "kept\n", "{}", reply.text);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup").display().to_string();
    let saved = server.muster(&["backup", &file]).await;
    assert_eq!(saved.code, Some(0), "{}", saved.stderr);
    assert!(saved.stdout.contains("secret.key"), "{}", saved.stdout);
    (server, agent, folder, file)
}

/// Restores a backup into this folder, thawed and with its keys, as somebody
/// does who moves a server.
async fn restore(server: &Server, home: &TempDir, file: &str) -> Ended {
    let restored = server.muster_in(home, &["restore", file, "--keep-keys"]).await;
    assert_eq!(restored.code, Some(0), "{}", restored.stderr);
    let thawed = server.muster_in(home, &["thaw"]).await;
    assert_eq!(thawed.code, Some(0), "{}", thawed.stderr);
    restored
}

/// The same key works, the same agent is there and follows orders, and
/// the audit log goes on.
async fn assert_goes_on(server: &Server, agent: &mut Agent) {
    server.has_agents(1).await;
    agent.connected().await;
    let shown = server.api.get("/agents/").await.json;
    assert_eq!(shown[0]["agent_id"], agent.id.as_str(), "{shown}");
    let reply = server.api.run(&agent.id, "sh", "echo again", 10).await;
    assert_eq!(reply.json["stdout"], "again\n", "{}", reply.text);
    let history = server.api.get(&format!("/agents/{}/history/", agent.id)).await;
    assert!(history.text.contains("echo kept"), "{}", history.text);
    let verified = server.muster(&["audit", "verify"]).await;
    assert_eq!(verified.code, Some(0), "{}", verified.stdout);
}

#[tokio::test]
async fn a_lost_server_comes_back_from_its_backup_and_its_agent_reconnects() {
    let _turn = turn::shared().await;
    let (mut server, mut agent, _folder, file) = backed_up(&[]).await;
    server.kill9().await;
    let home = server.new_home();
    let restored = restore(&server, &home, &file).await;
    assert!(restored.stdout.contains("The audit log is intact: 6 rows."), "{}", restored.stdout);
    server.move_to(home).await;
    assert_goes_on(&server, &mut agent).await;

    // Whatever is there now is not replaced.
    let refused = server.muster(&["restore", &file]).await;
    assert!(refused.refusal().contains("the database is not empty"), "{}", refused.stderr);
}

#[tokio::test]
async fn a_restored_server_begins_nothing_and_opens_to_no_old_key_before_somebody_decides() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    agent.terminate().await;
    let folder = tempfile::tempdir().unwrap();
    let witness = folder.path().join("witness");
    let body = format!("echo begun >> {}", witness.display());
    let script = json!({ "name": "late", "shell": "shell", "script_body": body });
    let script = server.api.post("/scripts/", script).await.json["id"].clone();
    let path = format!("/agents/{}/runscript/", agent.id);
    let queued = server.api.post(&path, json!({ "script": script, "output": "forget" })).await;
    assert_eq!(queued.status, 200, "{}", queued.text);
    let file = folder.path().join("backup").display().to_string();
    assert_eq!(server.muster(&["backup", &file]).await.code, Some(0));

    for (options, status) in [(&[][..], 401), (&["--keep-keys"][..], 200)] {
        let home = server.new_home();
        let arguments = [&["restore", &file], options].concat();
        let restored = server.muster_in(&home, &arguments).await;
        assert_eq!(restored.code, Some(0), "{}", restored.stderr);
        assert!(restored.stdout.contains("everything is frozen"), "{}", restored.stdout);
        server.kill9().await;
        server.move_to(home).await;
        assert_eq!(server.api.get("/agents/").await.status, status);
    }
    agent.restart().await;
    assert!(agent.status().await.stdout.contains("frozen:    yes"));
    assert!(!witness.exists(), "what waited when the backup was made does not begin");

    assert_eq!(server.muster(&["thaw"]).await.code, Some(0));
    waiting::until_true("the order comes after the thaw", || witness.exists()).await;
}

#[tokio::test]
async fn a_server_moves_from_one_engine_to_the_other_and_back() {
    let _turn = turn::shared().await;
    let (Some(first), Some(second)) = (engines().await, engines().await) else { return };
    let (mut server, mut agent, folder, file) = backed_up(&[]).await;
    let key = server.new_home();
    server.kill9().await;
    server.set("MUSTER_KEY_FILE", &key.path().join("secret.key").display().to_string());
    for (number, Engines { database_url, bus_url }) in [first, second].iter().enumerate() {
        let before = if number == 0 { file.clone() } else { format!("{file}-{number}") };
        server.set("MUSTER_DATABASE_URL", database_url);
        server.set("MUSTER_BUS_URL", bus_url);
        let home = tempfile::tempdir().unwrap();
        restore(&server, &home, &before).await;
        server.move_to(home).await;
        assert_goes_on(&server, &mut agent).await;
        let saved = server.muster(&["backup", &format!("{file}-{}", number + 1)]).await;
        assert_eq!(saved.code, Some(0), "{}", saved.stderr);
        server.kill9().await;
    }
    server.set("MUSTER_DATABASE_URL", "");
    server.set("MUSTER_BUS_URL", "");
    let home = tempfile::tempdir().unwrap();
    restore(&server, &home, &format!("{file}-2")).await;
    server.move_to(home).await;
    assert_goes_on(&server, &mut agent).await;
    drop(folder);
}

#[tokio::test]
async fn a_backup_is_consistent_while_everything_is_written_to() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    let writing = {
        let (api, id) = (server.api.clone(), agent.id.clone());
        tokio::spawn(async move {
            loop {
                api.run(&id, "sh", "echo", 10).await;
            }
        })
    };
    let folder = tempfile::tempdir().unwrap();
    for number in 0..3 {
        waiting::until("another command ran", async || {
            let history = server.api.get(&format!("/agents/{}/history/", agent.id)).await.json;
            (history.as_array().map_or(0, Vec::len) > number * 5).then_some(())
        })
        .await;
        let file = folder.path().join(number.to_string()).display().to_string();
        assert_eq!(server.muster(&["backup", &file]).await.code, Some(0));
        let home = server.new_home();
        let restored = server.muster_in(&home, &["restore", &file]).await;
        // A backup from between two moments would break the chain.
        assert_eq!(restored.code, Some(0), "{}{}", restored.stdout, restored.stderr);
    }
    writing.abort();
}

#[tokio::test]
async fn a_restore_without_the_right_key_or_from_a_bad_file_is_refused_in_one_sentence() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let file = path("backup");
    assert_eq!(server.muster(&["backup", &file]).await.code, Some(0));
    let refused = server.muster(&["backup", &file]).await;
    assert!(refused.refusal().contains("exists already"), "{}", refused.stderr);

    let empty = tempfile::tempdir().unwrap();
    let refused = server.muster_in(&empty, &["restore", &file]).await;
    assert!(refused.refusal().contains("secret.key (MUSTER_KEY_FILE) is missing"));
    std::fs::write(empty.path().join("secret.key"), "ab".repeat(32)).unwrap();
    let refused = server.muster_in(&empty, &["restore", &file]).await;
    assert!(refused.refusal().contains("does not belong to this backup"));

    let home = server.new_home();
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(path("damaged"), bytes).unwrap();
    let refused = server.muster_in(&home, &["restore", &path("damaged")]).await;
    assert!(refused.refusal().contains("the backup is damaged"), "{}", refused.stderr);
    let refused = server.muster_in(&home, &["restore", &path("missing")]).await;
    assert!(refused.refusal().contains("cannot read"), "{}", refused.stderr);
    let refused = server.muster_in(&home, &["backup", &path("nothing")]).await;
    assert!(refused.refusal().contains("there is no database at"), "{}", refused.stderr);
}

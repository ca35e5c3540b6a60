//! What an agent reports by itself, against what its machine says.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::agent::Agent;
use crate::server::Server;
use crate::turn;
use crate::waiting::until_within;

/// The first round, the lists of packages and a busy machine together.
const SOON: Duration = Duration::from_secs(300);

/// What a program of this machine prints; none where there is no such program.
#[expect(clippy::disallowed_methods, reason = "asks this machine what its agent should find")]
fn printed(program: &str, words: &[&str]) -> Option<String> {
    let output = Command::new(program).args(words).env("LC_ALL", "C").output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn field(row: &Value, name: &str) -> String {
    row[name].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn an_agent_that_nobody_asks_anything_shows_its_software_and_missing_updates() {
    let format = "${db:Status-Status} ${Package} ${Version}\n";
    let Some(packages) = printed("dpkg-query", &["-W", "-f", format]) else {
        println!("skipped: this machine has no dpkg to compare with");
        return;
    };
    let _turn = turn::shared().await;
    let server = Server::start_with(&[("COLLECTION_DISABLED", "false")]).await;
    let agent = Agent::join(&server, "pc-1").await;

    let path = format!("/software/{}/", agent.id);
    let reported = until_within(SOON, "the software is collected", async || {
        let reported = server.api.get(&path).await.json;
        (!reported["collected_at"].is_null()).then_some(reported)
    })
    .await;
    let is_dpkg = |item: &&Value| item["source"] == "dpkg";
    let reported: BTreeSet<(String, String)> = reported["software"]
        .as_array()
        .unwrap()
        .iter()
        .filter(is_dpkg)
        .map(|item| (field(item, "name"), field(item, "version")))
        .collect();
    let installed = packages.lines().filter_map(|line| line.strip_prefix("installed "));
    let installed: BTreeSet<(String, String)> = installed
        .filter_map(|line| line.split_once(' '))
        .map(|(name, version)| (name.to_owned(), version.to_owned()))
        .collect();
    assert_eq!(reported, installed);

    let scan = until_within(SOON, "a scan for updates ended", async || {
        let runs = server.api.get("/runs/?type=patch_scan").await.json;
        (!matches!(runs[0]["status"].as_str(), Some("queued" | "running") | None))
            .then(|| runs[0].clone())
    })
    .await;
    assert_eq!(scan["username"], "system");
    let mine = server.api.get("/runs/").await.json;
    assert_eq!(mine, Value::Array(Vec::new()), "nobody began a run");
    if scan["status"] != "passed" {
        let must_compare = std::env::var("CI").is_ok_and(|value| value == "true");
        assert!(!must_compare, "the scan failed: {}", scan["stderr"]);
        println!("not compared: the lists of packages cannot be had here: {}", scan["stderr"]);
        return;
    }
    let upgradable = printed("apt", &["list", "--upgradable"]).expect("apt, as the scan used it");
    let upgradable: BTreeSet<&str> =
        upgradable.lines().filter_map(|line| line.split_once('/')).map(|(name, _)| name).collect();
    let updates = format!("/winupdate/{}/?installed=false", agent.id);
    let found = until_within(SOON, "what the scan found is stored", async || {
        let agent = server.api.get(&format!("/agents/{}/", agent.id)).await.json;
        let is_scanned = !agent["updates"]["scanned_at"].is_null();
        if is_scanned { Some(server.api.get(&updates).await.json) } else { None }
    })
    .await;
    let found: BTreeSet<String> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|update| field(update, "kb").split(':').next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<&str>>(), upgradable);
}

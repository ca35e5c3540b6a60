//! `muster sim` against a real server.

use serde_json::Value;

use crate::server::Server;
use crate::simulated::{LIMIT, simulate};
use crate::turn;

#[tokio::test]
async fn fifty_simulated_agents_are_like_fifty_real_ones_and_the_same_ones_each_time() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let (site, pid) = (server.first_site().await, server.pid().to_string());
    let arguments = ["--agents", "50", "--site", &site, "--pid", &pid, "--seconds"];
    // Long enough for some of each call, on a machine that stands still for a while.
    let with_calls = ["10", "--api-key", server.api.key(), "--callers", "4", "--rate", "20"];
    let (ended, report) = simulate(&server, &[&arguments[..], &with_calls[..]].concat()).await;
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    let link = &report["link"];
    assert_eq!(report["all_arrived"], true, "{report}");
    for (name, expected) in [("enrolled", 50), ("connected", 50), ("lines", 50), ("failed", 0)] {
        assert_eq!(link[name], expected, "{name}: {report}");
    }
    assert_eq!(link["inventories"], 50, "{report}");
    // About every sixth call, as chance has it.
    assert!(link["orders"].as_u64() > Some(2) && link["closed"] == link["orders"], "{link}");
    for call in report["calls"].as_array().unwrap() {
        for count in ["put_off", "refused", "unanswered"] {
            assert_eq!(call[count], 0, "{call}");
        }
    }
    assert!(report["calls"].as_array().unwrap().len() >= 6, "a mix of calls: {report}");
    assert!(report["process"]["cpu_ms_per_call"].as_f64() > Some(0.0), "{report}");
    assert!(ended.stdout.contains("command") && ended.stdout.contains("memory per agent"));
    assert!(ended.stderr.contains("50 of 50 enrolled"), "progress: {}", ended.stderr);

    let agents = server.api.get("/agents/").await.json;
    let serial = |agents: &Value| -> Vec<String> {
        let found = agents.as_array().unwrap().iter();
        found.map(|agent| agent["serial_number"].to_string()).collect()
    };
    assert_eq!(serial(&agents).len(), 50);
    assert!(serial(&agents).contains(&"\"SIM0000049\"".to_owned()), "{:?}", serial(&agents));

    // The same seed: the same computers, which keep their records.
    let (ended, report) = simulate(&server, &[&arguments[..], &["3"][..]].concat()).await;
    assert_eq!((ended.code, &report["link"]["inventories"]), (Some(0), &0.into()), "{report}");
    let again = server.api.get("/agents/").await.json;
    assert_eq!(serial(&again), serial(&agents));
}

#[tokio::test]
async fn a_bad_network_and_storms_lose_no_agent_and_no_result() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let (site, key) = (server.first_site().await, server.api.key().to_owned());
    let (ended, report) = simulate(
        &server,
        &[
            "--agents",
            "50",
            "--site",
            &site,
            "--seconds",
            "7",
            "--seed",
            "7",
            "--latency",
            "5",
            "--jitter",
            "10",
            "--loss",
            "2",
            "--storm-every",
            "3",
            "--run-ms",
            "100",
            "--api-key",
            &key,
            "--calls",
            "command",
            "--callers",
            "8",
            "--rate",
            "20",
        ],
    )
    .await;
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    let storms = report["storms"].as_array().unwrap();
    assert!(
        !storms.is_empty() && storms.iter().all(|back| back.as_f64().is_some()),
        "all came back: {report}"
    );
    let link = &report["link"];
    assert!(link["broken"].as_u64() >= Some(50) && link["lines"].as_u64() >= Some(100), "{link}");
    assert_eq!(link["failed"], 0, "{report}");
    assert_eq!(link["closed"], link["orders"], "every result was stored: {report}");
    assert_eq!(report["calls"][0]["unanswered"], 0, "{report}");
}

#[tokio::test]
async fn simulated_agents_send_metrics_of_now_and_of_the_day_before_or_none_at_all() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let site = server.first_site().await;
    let arguments = ["--site", &site, "--agents", "5", "--seconds", "3", "--metrics-every"];
    let (ended, report) = simulate(&server, &[&arguments[..], &["0"][..]].concat()).await;
    let link = &report["link"];
    assert_eq!((ended.code, &link["metrics_sent"]), (Some(0), &0.into()), "{report}");

    let (ended, report) = simulate(&server, &[&arguments[..], &["1"][..]].concat()).await;
    let link = &report["link"];
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    assert!(link["metrics_stored"].as_u64() >= Some(5), "{report}");
    assert_eq!(
        (&link["metrics_sent"], &link["metrics_lost"]),
        (&link["metrics_stored"], &0.into())
    );
    assert!(ended.stdout.contains("metrics stored"), "{}", ended.stdout);
    let fleet = server.api.get("/metrics/fleet/?name=cpu").await.json;
    let known = fleet.as_array().unwrap().iter().filter(|agent| agent["value"].is_number());
    assert_eq!(known.count(), 5, "{fleet}");

    // The same agents, who now also send what they measured before: the oldest first.
    let more = ["1", "--metrics-days", "1"];
    let (ended, report) = simulate(&server, &[&arguments[..], &more[..]].concat()).await;
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    assert_eq!(report["link"]["metrics_sent"], report["link"]["metrics_stored"], "{report}");
    let agent = fleet[0]["agent_id"].as_str().unwrap();
    let day = server.api.get(&format!("/agents/{agent}/metrics/")).await.json;
    let series = day["series"].as_array().unwrap();
    assert_eq!((series.len(), &series[0]["name"]), (20, &"cpu".into()));
    assert!(series[0]["mean"][0].is_number(), "{}", series[0]);
}

#[tokio::test]
async fn what_cannot_be_simulated_is_refused_in_one_sentence() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let refused = server.muster(&["sim"]).await;
    assert!(refused.refusal().contains("--site"), "{}", refused.stderr);
    let refused = server.muster(&["sim", "--site", "999"]).await;
    assert!(refused.refusal().contains("there is no site 999"), "{}", refused.stderr);
    let bad = ["sim", "--agents", "1", "--token", "x"];
    let refused = server.muster(&bad).await;
    assert!(refused.stderr.contains("an enrolment is refused"), "{}", refused.stderr);
    for (name, value) in [
        ("--agents", "0"),
        ("--agents", "50001"),
        ("--loss", "101"),
        ("--calls", "coffee"),
        ("--metrics-every", "86401"),
        ("--metrics-days", "366"),
    ] {
        let refused = server.muster(&["sim", name, value]).await;
        assert_eq!(refused.code, Some(2), "{name} {value}: {}", refused.stderr);
        assert!(refused.stderr.contains(value), "{}", refused.stderr);
    }
}

#[tokio::test]
async fn the_size_of_this_machine_is_measured_with_a_server_of_its_own() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let (folder, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    server.set("TMPDIR", &temporary.path().display().to_string());
    let file = folder.path().join("size.json").display().to_string();
    let arguments = ["--first", "10", "--most", "20", "--seconds", "2", "--p99", "60000"];
    let arguments = [&["sim", "size", "--json", &file][..], &arguments[..]].concat();
    let measured = server.muster_within(LIMIT, &arguments).await;
    assert_eq!(measured.code, Some(0), "{}{}", measured.stdout, measured.stderr);
    let report: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((&report["carries"], report["steps"].as_array().unwrap().len()), (&20.into(), 2));
    assert!(measured.stdout.contains("This machine carries 20 agents"), "{}", measured.stdout);
    let agents = server.api.get("/agents/").await.json;
    assert_eq!(agents, serde_json::json!([]), "nothing was done to the running server");
    assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0, "nothing is left of it");
}

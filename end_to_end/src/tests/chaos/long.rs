//! The long forms: `make chaos` runs them, with settings from its environment.

mod remote;

use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::hostile::{hostile_agent, slow_strangers};
use super::outage::be_away;
use super::overload::{Scale, overload};
use super::power_cut::cut_power;
use crate::agent::Agent;
use crate::api::{Api, Reply};
use crate::cluster::Cluster;
use crate::dice::Dice;
use crate::simulated::Simulated;
use crate::turn;
use crate::waiting::{until, until_within};

/// After this long all agents of a dead server are back.
const BACK: Duration = Duration::from_secs(30);
/// The limit of a command in seconds.
const PATIENT: u32 = 60;
/// A run that nobody waits for is settled by then.
const SETTLED: Duration = Duration::from_secs(240);

fn setting<T: FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn sudden_deaths_lose_nothing_and_repeat_nothing() {
    let _turn = turn::alone().await;
    let (rounds, seed) = (setting("CHAOS_ROUNDS", 100_u64), setting("CHAOS_SEED", 1));
    let mut cluster = Cluster::start().await.expect("the engines are there");
    let mut agent = cluster.join(&cluster.first, "pc-1").await;
    let api = cluster.first.api.at(&cluster.proxy.url);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    let (mut dice, mut passed, mut refused) = (Dice::new(seed), 0, 0);
    for round in 0..rounds {
        let command = format!("echo {round} >> {}; echo result {round}", file.display());
        let asking = ask(&api, &agent, round, &command);
        tokio::time::sleep(Duration::from_millis(dice.roll(150))).await;
        let victim = ["first server", "second server", "agent"][dice.roll(3) as usize];
        die_and_return(&mut cluster, &mut agent, victim).await;
        let _ = asking.await.unwrap();
        let reply = ask_until_answered(&api, &agent, round, &command).await;
        let ran = written(&file).contains(&round);
        match (reply.status, reply.code()) {
            (200, _) => {
                assert_eq!(reply.json["stdout"], format!("result {round}\n"), "{}", reply.text);
                assert!(ran, "round {round}: {}", reply.text);
                passed += 1;
            }
            // The caller knows that it did not run, or that nobody knows.
            (409, "agent_offline") => assert!(!ran, "round {round}: {}", reply.text),
            (400, "agent_error") => assert!(victim == "agent" || !ran, "{round}: {}", reply.text),
            _ => panic!("round {round}, {victim}: {}", reply.text),
        }
        refused += u64::from(reply.status != 200);
        if (round + 1) % 10 == 0 {
            println!("round {} of {rounds}: {passed} passed, {refused} did not", round + 1);
        }
    }
    let lines = written(&file);
    assert!(lines.is_sorted_by(|a, b| a < b), "something ran twice or out of turn: {lines:?}");
    all_runs_end(&cluster).await;
    let audit = cluster.first.muster(&["audit", "verify"]).await;
    assert_eq!(audit.code, Some(0), "{}", audit.stdout);
    println!(
        "summary: {rounds} sudden deaths (seed {seed}): {passed} passed, {refused} reported as \
         not run or interrupted, 0 lost, 0 doubled; {}",
        audit.stdout.trim()
    );
}

fn ask(
    api: &Api,
    agent: &Agent,
    round: u64,
    command: &str,
) -> tokio::task::JoinHandle<reqwest::Result<Reply>> {
    let (api, id, command) = (api.clone(), agent.id.clone(), command.to_owned());
    tokio::spawn(async move { api.run_once(&round.to_string(), &id, &command, PATIENT).await })
}

/// Asks again until a server says what came of it.
async fn ask_until_answered(api: &Api, agent: &Agent, round: u64, command: &str) -> Reply {
    until("somebody answers", async || {
        let reply = ask(api, agent, round, command).await.unwrap().ok()?;
        (reply.status != 503).then_some(reply)
    })
    .await
}

/// Kills somebody, and waits until all are there again.
async fn die_and_return(cluster: &mut Cluster, agent: &mut Agent, victim: &str) {
    match victim {
        "first server" => {
            cluster.first.kill9().await;
            cluster.first.restart().await;
        }
        "second server" => {
            cluster.second.kill9().await;
            cluster.second.restart().await;
        }
        _ => {
            agent.kill9().await;
            agent.restart().await;
        }
    }
    until("the agent has a line", async || {
        let lines = cluster.first.agents().await + cluster.second.agents().await;
        (lines == 1).then_some(())
    })
    .await;
}

fn written(file: &Path) -> Vec<u64> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().map(|line| line.parse().expect("a number")).collect()
}

/// Waits until no run is open any more.
async fn all_runs_end(cluster: &Cluster) {
    let began = Instant::now();
    until_within(SETTLED, "every run has an end", async || {
        for status in ["queued", "running"] {
            let path = format!("/runs/?status={status}");
            let open: Value = cluster.first.api.get(&path).await.json;
            if open.as_array().is_none_or(|runs| !runs.is_empty()) {
                return None;
            }
        }
        Some(())
    })
    .await;
    println!("every run has an end after {:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn a_large_fleet_is_back_soon_after_a_replica_died() {
    let _turn = turn::alone().await;
    let agents: usize = setting("CHAOS_AGENTS", 2000);
    let mut cluster = Cluster::start().await.expect("the engines are there");
    let (url, token) = (cluster.proxy.url.clone(), cluster.token().to_owned());
    let key = cluster.first.api.key().to_owned();
    let load = ["--calls", "command", "--callers", "8", "--rate", "20", "--run-ms", "500"];
    let load = [&load[..], &["--api-key", &key]].concat();
    let fleet = Simulated::start(&cluster.second, &url, &token, agents, &load);
    let began = Instant::now();
    until_within(Duration::from_secs(600), "the fleet is connected", async || {
        let all = cluster.first.agents().await + cluster.second.agents().await;
        (all == agents).then_some(())
    })
    .await;
    println!("{agents} agents are connected after {:?}", began.elapsed());
    let moving = cluster.first.agents().await;
    let killed = Instant::now();
    cluster.first.kill9().await;
    until_within(BACK, "all agents are back", async || {
        (cluster.second.agents().await == agents).then_some(())
    })
    .await;
    let back = killed.elapsed();
    cluster.first.restart().await;
    let report = fleet.end().await;
    assert_eq!(report["link"]["connected"], agents, "{report}");
    assert_eq!(report["link"]["closed"], report["link"]["orders"], "{report}");
    all_runs_end(&cluster).await;
    println!(
        "summary: a dead replica: {moving} of {agents} agents moved to the other in {:.1} s, \
         {} orders, all ended once",
        back.as_secs_f64(),
        report["link"]["orders"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn overload_is_shed_at_length() {
    let _turn = turn::alone().await;
    let seconds = setting("CHAOS_SECONDS", 20);
    // To put a call off takes a part of what it takes to answer it, and the
    // callers are on the same machine: the quicker the answers, the less is left.
    let reads = ("agents-page,agent,audit,clients", 1000, 0.5);
    for (calls, callers, least) in [reads, ("command", 3000, 0.8)] {
        overload(&Scale { agents: 200, seconds, callers, calls, least: Some(least) }).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn power_cuts_lose_nothing_that_was_acknowledged() {
    let _turn = turn::alone().await;
    let (cuts, seed) = (setting("CHAOS_POWER_CUTS", 200_u64), setting("CHAOS_SEED", 1));
    if let Some((clients, commands)) = cut_power(cuts, seed).await {
        println!(
            "summary: {cuts} power cuts (seed {seed}): {clients} changes and {commands} commands \
             were acknowledged, 0 lost"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn a_fleet_is_back_within_a_minute_of_a_long_outage() {
    let _turn = turn::alone().await;
    let agents: usize = setting("CHAOS_FLEET", 10_000);
    let minutes: u64 = setting("CHAOS_AWAY_MINUTES", 15);
    for (name, is_encrypted) in [("plain", false), ("TLS", true)] {
        let back = be_away(agents, Duration::from_secs(60 * minutes), is_encrypted).await;
        println!(
            "summary: {minutes} minutes without a server ({name}): {agents} agents are back in \
             {:.1} s",
            back.as_secs_f64()
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn slow_strangers_hold_nobody_up() {
    let _turn = turn::alone().await;
    let (count, seconds) = (setting("CHAOS_STRANGERS", 500), setting("CHAOS_SECONDS", 20));
    // Of one address the oldest are closed, and come back; of several all stay.
    for addresses in [1, 3] {
        slow_strangers(count, addresses, seconds).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes: make chaos"]
async fn a_hostile_agent_holds_nobody_up() {
    let _turn = turn::alone().await;
    hostile_agent(setting("CHAOS_SECONDS", 20)).await;
}

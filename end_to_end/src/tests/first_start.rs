//! From an empty folder to a server with a first agent, and over a restart.

use std::time::Instant;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::database;
use crate::proc_files;
use crate::server::Server;
use crate::turn;
use crate::waiting::{PATIENCE, until};

#[tokio::test]
async fn a_server_answers_soon_after_its_first_start_and_takes_little_memory() {
    let _turn = turn::alone().await;
    let began = Instant::now();
    let server = Server::start_bare(&[], None).await;

    let reply = server.api.get("/").await;
    let took = began.elapsed();
    let memory = proc_files::resident_mib(server.pid());

    println!("first answer after {took:?}, idle memory {memory} MiB");
    assert_eq!((reply.status, reply.json), (200, json!({ "status": "ok" })));
    assert!(took < PATIENCE, "the first answer took {took:?}");
    assert!(memory < 150, "the idle server takes {memory} MiB");
}

#[tokio::test]
async fn an_agent_comes_online_with_its_inventory_and_survives_restarts_of_both() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    let shown = online(&server, &agent).await;
    assert_is_this_machine(&shown);
    assert_eq!(shown["hostname"], "pc-1");

    let (status, _) = server.terminate().await;
    assert!(status.success(), "{status}");
    server.restart().await;
    server.has_agents(1).await;
    assert_eq!(server.api.run(&agent.id, "sh", "echo 1", 10).await.json["stdout"], "1\n");

    let (status, _) = agent.terminate().await;
    assert!(status.success(), "{status}");
    assert_eq!(server.api.run(&agent.id, "sh", "echo 2", 10).await.code(), "agent_offline");
    agent.restart().await;
    assert_eq!(server.api.run(&agent.id, "sh", "echo 3", 10).await.json["stdout"], "3\n");

    let agents = server.api.get("/agents/").await.json;
    assert_eq!(agents.as_array().map(Vec::len), Some(1), "no second record: {agents}");
    assert_is_this_machine(&online(&server, &agent).await);
}

#[tokio::test]
async fn the_program_hashes_passwords_at_full_cost() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut db = database::open(&server.database_file()).await;
    let hashes = database::texts(&mut db, "select password_hash from users").await;
    assert_eq!(hashes.len(), 1);
    assert!(hashes[0].starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hashes[0]);
}

/// The agent's page, once it is online and its inventory has arrived.
async fn online(server: &Server, agent: &Agent) -> Value {
    let path = format!("/agents/{}/", agent.id);
    until("the agent is online with its inventory", async || {
        let shown = server.api.get(&path).await.json;
        (shown["status"] == "online" && shown["operating_system"] != "").then_some(shown)
    })
    .await
}

fn assert_is_this_machine(shown: &Value) {
    let system = shown["operating_system"].as_str().unwrap_or_default();
    assert!(!system.is_empty(), "{shown:#}");
    let processors = shown["cpu_model"].as_array().expect("a list of processors");
    assert!(!processors.is_empty() && processors.iter().all(|name| name != ""), "{processors:?}");
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap();
    let kib: f64 = memory.split_whitespace().nth(1).unwrap().parse().unwrap();
    let gigabytes = shown["total_ram"].as_f64().expect("an amount of memory");
    assert!((gigabytes - kib / 1024.0 / 1024.0).abs() <= 2.0, "{gigabytes} of {kib} KiB");
    assert!(!shown["local_ips"].is_null(), "{shown:#}");
    let disks = shown["disks"].as_array().expect("a list of disks");
    assert!(disks.iter().any(|disk| disk["total_bytes"].as_u64() > Some(0)), "{disks:?}");
    let stat = std::fs::read_to_string("/proc/stat").unwrap();
    let booted = stat.lines().find_map(|line| line.strip_prefix("btime ")).unwrap();
    let reported = shown["boot_time"].as_f64().expect("a time");
    assert!(
        (reported - booted.parse::<f64>().unwrap()).abs() <= 2.0,
        "{reported} and not {booted}"
    );
}

//! The power of a server with SQLite is cut while it works.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::api::Api;
use crate::cut_disk::CutDisk;
use crate::dice::Dice;
use crate::server::Server;
use crate::turn;
use crate::waiting::until;

/// Callers that work at the same time, of each kind.
const CALLERS: usize = 3;
/// The limit of a command in seconds.
const LIMIT: u32 = 30;
/// Runs that are read at once.
const PAGE: usize = 1000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_in_a_power_cut() {
    let _turn = turn::shared().await;
    cut_power(3, 1).await;
}

/// What callers know for certain.
#[derive(Default)]
struct Acknowledged {
    clients: Mutex<BTreeSet<String>>,
    commands: Mutex<BTreeSet<String>>,
}

/// Cuts the power so often, and returns how many changes and commands had been
/// acknowledged; none where no disk can be mounted.
pub async fn cut_power(rounds: u64, seed: u64) -> Option<(usize, usize)> {
    let mut disk = CutDisk::mount(128).await?;
    let data = disk.path().join("data").display().to_string();
    let mut server = Server::start_with(&[("MUSTER_DATA", &data)]).await;
    let agent = Agent::join(&server, "pc-1").await;
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("lines");
    let (known, mut dice) = (Arc::new(Acknowledged::default()), Dice::new(seed));
    for round in 0..rounds {
        let working = begin_work(&server.api, &agent.id, &lines, round, &known);
        tokio::time::sleep(Duration::from_millis(100 + dice.roll(400))).await;
        disk.cut();
        server.kill9().await;
        for caller in working {
            caller.abort();
            let _ = caller.await;
        }
        disk.come_back().await;
        server.restart().await;
        server.has_agents(1).await;
        check(&server, &lines, &known).await;
        if (round + 1) % 10 == 0 {
            println!("power cut {} of {rounds}: nothing is missing", round + 1);
        }
    }
    let audit = server.muster(&["audit", "verify"]).await;
    assert_eq!(audit.code, Some(0), "{}", audit.stdout);
    let counts = (known.clients.lock().unwrap().len(), known.commands.lock().unwrap().len());
    assert!(counts.0 > 0 && counts.1 > 0, "nothing was acknowledged: {counts:?}");
    Some(counts)
}

/// Callers who change things and run commands until they are stopped.
fn begin_work(
    api: &Api,
    agent: &str,
    lines: &Path,
    round: u64,
    known: &Arc<Acknowledged>,
) -> Vec<tokio::task::JoinHandle<()>> {
    let mut callers = Vec::new();
    for caller in 0..CALLERS {
        let (api, known) = (api.clone(), known.clone());
        let name = move |number: u32| format!("c-{round}-{caller}-{number}");
        callers.push(tokio::spawn(async move {
            for number in 0.. {
                let body = json!({ "client": { "name": name(number) }, "site": { "name": "S" } });
                if api.try_post("/clients/", body).await.is_some_and(|reply| reply.status == 200) {
                    known.clients.lock().unwrap().insert(name(number));
                }
            }
        }));
    }
    for caller in 0..CALLERS {
        let (api, known) = (api.clone(), known.clone());
        let (agent, lines) = (agent.to_owned(), lines.to_owned());
        callers.push(tokio::spawn(async move {
            for number in 0.. {
                let name = format!("r-{round}-{caller}-{number}");
                let cmd = format!("echo {name} >> {}; echo {name}", lines.display());
                let body = json!({ "shell": "sh", "cmd": cmd, "timeout": LIMIT });
                let reply = api.try_post(&format!("/agents/{agent}/cmd/"), body).await;
                if reply.is_some_and(|reply| reply.status == 200) {
                    known.commands.lock().unwrap().insert(name);
                }
            }
        }));
    }
    callers
}

/// Everything that was acknowledged is there, and so is the result of every
/// command that ran.
async fn check(server: &Server, lines: &Path, known: &Acknowledged) {
    let clients = server.api.get("/clients/").await.json;
    let clients = names(&clients, |client| client["name"].as_str());
    let missing = known.clients.lock().unwrap().difference(&clients).cloned().collect::<Vec<_>>();
    assert_eq!(missing, [""; 0], "clients that were acknowledged");

    let ran = std::fs::read_to_string(lines).unwrap_or_default();
    let ran: BTreeSet<String> = ran.lines().map(str::to_owned).collect();
    let missing = known.commands.lock().unwrap().difference(&ran).cloned().collect::<Vec<_>>();
    assert_eq!(missing, [""; 0], "commands that were acknowledged");
    until("every command that ran has its result", async || {
        ran.is_subset(&passed_commands(server).await).then_some(())
    })
    .await;
}

/// What all commands that passed have printed. A list is at most one page long.
async fn passed_commands(server: &Server) -> BTreeSet<String> {
    let mut passed = BTreeSet::new();
    for page in 1.. {
        let path = format!("/runs/?status=passed&page={page}&page_size={PAGE}");
        let runs = server.api.get(&path).await.json["results"].clone();
        passed.extend(names(&runs, |run| run["results"].as_str().map(str::trim)));
        if runs.as_array().is_none_or(|runs| runs.len() < PAGE) {
            break;
        }
    }
    passed
}

fn names<'a>(list: &'a Value, name: impl Fn(&'a Value) -> Option<&'a str>) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().filter_map(name).map(str::to_owned).collect()
}

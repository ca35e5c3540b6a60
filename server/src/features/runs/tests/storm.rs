//! Nothing is lost and nothing runs twice, whichever side dies when.
//!
//! An agent with a disk of its own connects, runs orders, and dies at every
//! possible point between an order and its closing; the server is stopped and
//! started in between. The random numbers are always the same.

use std::collections::BTreeMap;
use std::time::Duration;

use muster_protocol::{End, FromAgent, Stream, ToAgent};
use serde_json::json;

use super::{run_script_path, runs, server_with_absent_agent};
use crate::storage::sql;
use crate::testing::{FakeAgent, Identity, TestServer, outcome, output};

const BEFORE: usize = 40;
const MEANWHILE: usize = 10;
/// A connection that was quiet for this long gets nothing more.
const QUIET: Duration = Duration::from_millis(300);

/// Pseudo-random numbers that are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// What survives the agent's process.
#[derive(Default)]
struct Disk {
    /// Run → text of its script, and whether the server has stored all of it.
    ledger: BTreeMap<String, (String, bool)>,
    /// Text of a script → how often it was run.
    ran: BTreeMap<String, u32>,
}

impl Disk {
    fn open_runs(&self) -> Vec<&str> {
        self.ledger.iter().filter(|(_, (_, closed))| !closed).map(|(id, _)| id.as_str()).collect()
    }

    fn close(&mut self, run_id: &str) {
        if let Some((_, closed)) = self.ledger.get_mut(run_id) {
            *closed = true;
        }
    }
}

/// Reports a run from its acceptance on; dies after this many messages.
async fn report(agent: &mut FakeAgent, run_id: &str, text: &str, words: u64) -> bool {
    let output = |offset: usize, part: &str| FromAgent::Output {
        run_id: run_id.to_owned(),
        stream: Stream::Stdout,
        offset: offset as u64,
        data: part.as_bytes().to_vec(),
    };
    let (first, second) = text.split_at(text.len() / 2);
    let story = [
        FromAgent::Accepted { run_id: run_id.to_owned() },
        output(0, first),
        output(first.len(), second),
        FromAgent::Finished {
            run_id: run_id.to_owned(),
            outcome: outcome(End::Exited { code: 0 }, text.len(), 0),
        },
    ];
    for (number, word) in (0..).zip(story) {
        if number == words || !agent.try_send(word).await {
            return false;
        }
    }
    true
}

/// One life of the agent: from a connection to its death, or until nothing more
/// comes.
async fn live(agent: &mut FakeAgent, disk: &mut Disk, dice: &mut Dice) {
    for run in agent.welcome.runs.clone() {
        if run.closed {
            disk.close(&run.run_id);
            continue;
        }
        let text = disk.ledger[&run.run_id].0.clone();
        let words = if dice.roll(4) == 0 { dice.roll(4) } else { 9 };
        if !report(agent, &run.run_id, &text, words).await {
            return;
        }
    }
    while let Ok(Some(message)) = tokio::time::timeout(QUIET, agent.listen()).await {
        match message {
            ToAgent::Closed { run_id } => disk.close(&run_id),
            ToAgent::Order(order) => {
                let dies = dice.roll(5) == 0;
                if dies && dice.roll(3) == 0 {
                    return; // Before anything was stored.
                }
                let text = output(&order);
                if !disk.ledger.contains_key(&order.run_id) {
                    disk.ledger.insert(order.run_id.clone(), (text.clone(), false));
                    *disk.ran.entry(text.clone()).or_default() += 1;
                }
                let words = if dies { dice.roll(4) } else { 9 };
                if !report(agent, &order.run_id, &text, words).await {
                    return;
                }
            }
            _ => {}
        }
    }
}

async fn send(server: &TestServer, identity: &Identity, number: usize) {
    let script = server.add_script(&format!("script {number}")).await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(identity), body).await.ok();
}

/// Connects; retries while the server still believes in an old connection.
async fn connect(server: &TestServer, identity: &Identity, disk: &Disk) -> FakeAgent {
    loop {
        if let Some(agent) = server.connect_if_admitted(identity, &disk.open_runs()).await {
            return agent;
        }
    }
}

#[tokio::test]
async fn every_order_runs_once_and_every_result_is_stored() {
    let (mut server, identity) = server_with_absent_agent().await;
    let (mut disk, mut dice) = (Disk::default(), Dice(2026));
    for number in 0..BEFORE {
        send(&server, &identity, number).await;
    }
    let mut sent = BEFORE;
    let (mut lives, mut restarts) = (0, 0);
    let open = "select count(*) from runs where status in ('queued', 'running')";

    while sql::number(server.app.db.read(), open, []).await.unwrap() > 0 || restarts < 3 {
        lives += 1;
        assert!(lives < 500, "it does not come to an end: {:?}", runs(&server).await);
        let mut agent = connect(&server, &identity, &disk).await;
        if sent < BEFORE + MEANWHILE {
            tokio::join!(send(&server, &identity, sent), live(&mut agent, &mut disk, &mut dice));
            sent += 1;
        } else {
            live(&mut agent, &mut disk, &mut dice).await;
        }
        if dice.roll(4) == 0 {
            let (settings, folder) = server.stop().await;
            server = TestServer::start_on(settings, folder).await;
            restarts += 1;
        }
    }

    let all = BEFORE + MEANWHILE;
    assert_eq!(runs(&server).await, vec!["passed "; all]);
    assert_eq!(disk.ran.len(), all, "each order reached the agent");
    assert!(disk.ran.values().all(|times| *times == 1), "{:?}", disk.ran);
    let list = server.admin.get("/runs/?ordering=id").await.ok();
    for (number, run) in list.as_array().unwrap().iter().enumerate() {
        assert_eq!(run["script_results"]["stdout"], run["script_name"], "run {number}");
    }
    assert!(lives > 10 && restarts >= 3, "{lives} lives, {restarts} restarts: too gentle");
}

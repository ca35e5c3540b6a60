//! One of two servers is killed under a fleet.

use std::time::Instant;

use crate::cluster::Cluster;
use crate::held::{Held, assert_result};
use crate::simulated::Simulated;
use crate::turn;
use crate::waiting::{PATIENCE, until};

const SIMULATED: usize = 60;
/// A command of the safe agent takes no longer, on a machine that stalls
/// for a moment.
const PATIENT: u32 = 60;
/// Runs of simulated agents take a while, so that some are under way.
const LOAD: [&str; 8] = ["--calls", "command", "--callers", "4", "--rate", "20", "--run-ms", "300"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_replica_loses_no_agent_and_no_run() {
    let _turn = turn::alone().await;
    let Some(mut cluster) = Cluster::start().await else { return };
    let doomed = cluster.join(&cluster.first, "pc-doomed").await;
    let safe = cluster.join(&cluster.second, "pc-safe").await;
    let load = [&LOAD[..], &["--api-key", cluster.first.api.key()]].concat();
    let fleet =
        Simulated::start(&cluster.first, &cluster.proxy.url, cluster.token(), SIMULATED, &load);
    until("the whole fleet is connected, to both servers", async || {
        let (first, second) = (cluster.first.agents().await, cluster.second.agents().await);
        (first > SIMULATED / 4 && second > SIMULATED / 4 && first + second == SIMULATED + 2)
            .then_some(())
    })
    .await;

    // Both agents' lines and both callers' servers, in either combination.
    let held = Held::new();
    let (first, second) = (&cluster.first.api, &cluster.second.api);
    let at_survivor = held.begin(second, &doomed.id, "asked-at-the-survivor").await;
    let at_dead = held.begin(first, &doomed.id, "asked-at-the-dead").await;
    let of_safe = held.begin(first, &safe.id, "of-the-safe-agent").await;

    let killed = Instant::now();
    cluster.first.kill9().await;
    while cluster.second.agents().await < SIMULATED + 2 {
        let reply = cluster.second.api.run(&safe.id, "sh", "echo here", PATIENT).await;
        assert_eq!(reply.json["stdout"], "here\n", "{}", reply.text);
        assert!(killed.elapsed() < PATIENCE, "{} are back", cluster.second.agents().await);
    }
    println!("{} agents are back after {:?}", SIMULATED + 2, killed.elapsed());

    for name in ["asked-at-the-survivor", "asked-at-the-dead", "of-the-safe-agent"] {
        held.let_end(name);
    }
    assert_result(&at_survivor.await.unwrap().unwrap(), "asked-at-the-survivor");
    for (lost, agent, name) in
        [(at_dead, &doomed, "asked-at-the-dead"), (of_safe, &safe, "of-the-safe-agent")]
    {
        assert!(lost.await.unwrap().is_err(), "the caller lost its server");
        let reply = held.ask_again(&cluster.second.api, &agent.id, name).await;
        assert_result(&reply, name);
    }
    assert_eq!(held.lines().len(), 6, "each ran once: {:?}", held.lines());

    let report = fleet.end().await;
    assert_eq!(report["link"]["connected"], SIMULATED, "{report}");
    assert_eq!(report["link"]["closed"], report["link"]["orders"], "{report}");
}

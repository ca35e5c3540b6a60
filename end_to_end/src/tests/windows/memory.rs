//! What a Windows agent that has nothing to do takes of the memory.

use serde_json::json;

use crate::server::Server;
use crate::turn;
use crate::waiting::{until_at_most, until_true};
use crate::windows::{Private, WindowsAgent, agent_program, build_probe};

/// What it may take in KiB, beside what Wine itself takes for the smallest program.
const BUDGET: u64 = 15 * 1024;

/// What the program that is handed out may take of it, which `make dist` checks: this one
/// is larger, because nothing has made it small.
const PROGRAM: u64 = 8 * 1024;

#[tokio::test]
async fn an_idle_agent_takes_less_than_fifteen_megabytes() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;
    let probe = agent.wine.path("probe.exe");
    build_probe(&probe).await;
    let smallest = agent.wine.run(&["cmd", "/c", "start", "/b", r"C:\probe.exe", "sleep"]).await;
    assert_eq!(smallest.code, Some(0), "{}", smallest.stderr);
    until_true("the smallest program runs", || agent.wine.processes("probe.exe sleep").len() == 1)
        .await;
    // The most that it ever gathers: what that took has to be released.
    let software = server.api.put(&format!("/software/{}/", agent.id), json!({})).await;
    assert_eq!(software.status, 200, "{}", software.text);
    let inventory = server.api.post(&format!("/agents/{}/wmi/", agent.id), json!({})).await;
    assert_eq!(inventory.status, 200, "{}", inventory.text);

    let [smallest] = agent.wine.processes("probe.exe sleep")[..] else { panic!("not one probe") };
    let wine = Private::of(smallest, &probe).rest;
    let pid = agent.pid();
    let taken = || {
        let own = Private::of(pid, &agent_program());
        own.program.min(PROGRAM) + own.rest
    };
    let what = "KiB of memory that the idle agent takes";
    let idle = until_at_most(BUDGET + wine, what, taken).await;
    let own = Private::of(pid, &agent_program());
    println!("idle: {idle} KiB, of which {wine} are Wine's for any program; {own:?}");
    assert_eq!(agent.find_pid(), Some(pid), "it is the same process");
    server.has_agents(1).await;
}

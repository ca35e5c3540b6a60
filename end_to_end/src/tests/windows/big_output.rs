//! A command of Windows that prints far more than anybody wants.

use crate::proc_files;
use crate::server::Server;
use crate::turn;
use crate::windows::{WindowsAgent, build_probe};

const PRINTED: usize = 50 * 1024 * 1024;
const LIMIT: usize = 10 * 1024 * 1024;

/// How much more memory than before the agent may take for it, in MiB.
const MORE_MEMORY: u64 = 20;

#[tokio::test]
async fn fifty_megabytes_of_output_are_cut_at_ten_and_stay_out_of_memory() {
    let _turn = turn::alone().await;
    let server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;
    build_probe(&agent.wine.path("probe.exe")).await;
    // So that what every command takes is there before.
    assert_eq!(server.api.run(&agent.id, "cmd", "echo", 60).await.status, 200);
    let (pid, before) = (agent.pid(), proc_files::peak_mib(agent.pid()));

    let command = format!(r"C:\probe.exe print {PRINTED}");
    let reply = server.api.run(&agent.id, "cmd", &command, 100).await;

    let (peak, server_peak) = (proc_files::peak_mib(pid), proc_files::peak_mib(server.pid()));
    println!("agent {before} MiB, then {peak}; server {server_peak} MiB, {:?}", reply.took);
    assert_eq!(reply.status, 200, "{}", reply.detail());
    let stdout = reply.json["stdout"].as_str().expect("a text");
    assert_eq!(stdout.len(), LIMIT);
    assert!(stdout.as_bytes().chunks(16).all(|line| line == b"0123456789abcde\n"));
    assert_eq!(reply.json["truncated"], true);
    assert_eq!(reply.json["retcode"], 0, "the command itself is not disturbed");
    assert!(peak < before + MORE_MEMORY, "the agent took {before} MiB, then {peak}");
    assert!(server_peak < 150, "the server took {server_peak} MiB");
}

//! A command that prints far more than anybody wants.

use crate::agent::Agent;
use crate::proc_files;
use crate::server::Server;
use crate::turn;

const LIMIT: usize = 10 * 1024 * 1024;

#[tokio::test]
async fn fifty_megabytes_of_output_are_cut_at_ten_and_stay_out_of_memory() {
    let _turn = turn::alone().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;

    let reply = server.api.run(&agent.id, "bash", "yes 0123456789abcde | head -c 50M", 60).await;

    let (agent_peak, server_peak) =
        (proc_files::peak_mib(agent.pid()), proc_files::peak_mib(server.pid()));
    println!("agent at most {agent_peak} MiB, server {server_peak} MiB, {:?}", reply.took);
    assert_eq!(reply.status, 200, "{}", reply.detail());
    let stdout = reply.json["stdout"].as_str().expect("a text");
    assert_eq!(stdout.len(), LIMIT);
    assert!(stdout.as_bytes().chunks(16).all(|line| line == b"0123456789abcde\n"));
    assert_eq!(reply.json["truncated"], true);
    assert_eq!(reply.json["retcode"], 0, "the command itself is not disturbed");
    assert!(agent_peak < 60, "the agent took {agent_peak} MiB");
    assert!(server_peak < 150, "the server took {server_peak} MiB");
}

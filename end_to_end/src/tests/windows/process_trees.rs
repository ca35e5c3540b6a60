//! What a command of Windows starts ends with it when its time is up.

use std::time::Duration;

use serde_json::json;

use crate::server::Server;
use crate::turn;
use crate::waiting::{PATIENCE, until_true};
use crate::windows::{WindowsAgent, build_probe};

/// Time enough for all of them to begin, on a machine that stalls for a while.
const LIMIT_SECONDS: u32 = 40;

#[tokio::test]
async fn a_whole_family_of_processes_ends_with_the_time_limit() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;
    build_probe(&agent.wine.path("probe.exe")).await;

    let running = {
        let (api, id) = (server.api.clone(), agent.id.clone());
        let command = r"echo begun& C:\probe.exe family mark";
        tokio::spawn(async move { api.run(&id, "cmd", command, LIMIT_SECONDS).await })
    };
    // The shell, the parent, its child, the one that wants to leave, and a grandchild whose
    // parent is gone.
    let family = ["cmd", "family mark", "sleep mark-1", "sleep mark-2", "sleep mark-3-0"];
    until_true("the whole family runs", || {
        family.iter().all(|words| !agent.wine.processes(words).is_empty())
            && agent.wine.processes("leave mark").is_empty()
    })
    .await;

    let reply = running.await.expect("the request ends");
    println!("a limit of {LIMIT_SECONDS} s was answered after {:?}", reply.took);
    until_true("nothing is left", || {
        agent.wine.processes("mark").is_empty() && agent.wine.processes("cmd.exe").is_empty()
    })
    .await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!((&reply.json["retcode"], &reply.json["timed_out"]), (&json!(98), &json!(true)));
    assert_eq!(reply.json["stdout"], "begun\r\n");
    let limit = Duration::from_secs(LIMIT_SECONDS.into());
    assert!(reply.took >= limit, "{:?}", reply.took);
    assert!(reply.took < limit + PATIENCE, "{:?}", reply.took);
}

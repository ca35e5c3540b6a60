//! What a command starts ends with it when its time is up.

use std::time::Duration;

use serde_json::json;

use crate::agent::Agent;
use crate::proc_files;
use crate::server::Server;
use crate::turn;
use crate::waiting::{PATIENCE, until_true};

/// Time enough for all of them to begin, on a machine that stalls for a while.
const LIMIT_SECONDS: u32 = 20;

/// Three children in sessions of their own, one of them an orphan at once, and
/// one that holds the pipe of the command.
const COMMAND: &str = "
echo begun
setsid bash -c 'exec -a MARK-1 sleep 120' &
setsid bash -c 'exec -a MARK-2 sleep 120' >/dev/null 2>&1 </dev/null &
(setsid bash -c '(setsid bash -c \"exec -a MARK-3 sleep 120\") & exit' &)
exec -a MARK-4 sleep 120
";

#[tokio::test]
async fn grandchildren_in_sessions_of_their_own_end_with_the_time_limit() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    let mark = format!("muster-tree-{}", std::process::id());
    let command = COMMAND.replace("MARK", &mark);

    let running = {
        let (api, id) = (server.api.clone(), agent.id.clone());
        tokio::spawn(async move { api.run(&id, "bash", &command, LIMIT_SECONDS).await })
    };
    let names: Vec<String> = (1..=4).map(|number| format!("{mark}-{number}")).collect();
    until_true("the whole family runs", || {
        names.iter().all(|name| !proc_files::with_argument(&format!("{name}\0")).is_empty())
    })
    .await;

    let reply = running.await.expect("the request ends");
    println!("a limit of {LIMIT_SECONDS} s was answered after {:?}", reply.took);
    // A killed process is there until it gets a processor to end on.
    until_true("nothing is left", || proc_files::with_argument(&mark).is_empty()).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!((&reply.json["retcode"], &reply.json["timed_out"]), (&json!(98), &json!(true)));
    assert_eq!(reply.json["stdout"], "begun\n");
    assert!(reply.took >= Duration::from_secs(LIMIT_SECONDS.into()), "{:?}", reply.took);
    assert!(reply.took < PATIENCE, "{:?}", reply.took);
}

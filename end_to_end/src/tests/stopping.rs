//! SIGTERM: what is under way ends well, and soon.

use crate::agent::Agent;
use crate::server::Server;
use crate::waiting::{PATIENCE, until_true};
use crate::{proc_files, turn};

#[tokio::test]
async fn a_stopping_server_answers_what_is_under_way_and_then_ends() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    let mark = format!("muster-drain-{}", std::process::id());
    let waiting = {
        let (api, id) = (server.api.clone(), agent.id.clone());
        let command = format!("bash -c 'exec -a {mark} sleep 2'; echo the result");
        tokio::spawn(async move { api.run_once("once", &id, &command, 30).await })
    };
    let argument = format!("{mark}\0");
    until_true("the command runs", || !proc_files::with_argument(&argument).is_empty()).await;

    let (status, took) = server.terminate().await;
    println!("the server ended {took:?} after SIGTERM, with a command of 2 s under way");
    assert_eq!(status.code(), Some(0), "{status}");
    assert!(took < PATIENCE, "{took:?}");
    let reply = waiting.await.unwrap().expect("the request under way is answered");
    assert_eq!((reply.status, reply.json["stdout"].as_str()), (200, Some("the result\n")));

    let (status, took) = agent.terminate().await;
    println!("an agent without a server ended {took:?} after SIGTERM");
    assert_eq!(status.code(), Some(0), "{status}");
    assert!(took < PATIENCE, "{took:?}");
}

#[tokio::test]
async fn a_stopping_agent_ends_its_runs_and_says_so() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    let mark = format!("muster-stop-{}", std::process::id());
    let waiting = {
        let (api, id) = (server.api.clone(), agent.id.clone());
        let command = format!("exec -a {mark} sleep 600");
        tokio::spawn(async move { api.run(&id, "bash", &command, 900).await })
    };
    let argument = format!("{mark}\0");
    until_true("the command runs", || !proc_files::with_argument(&argument).is_empty()).await;

    let (status, took) = agent.terminate().await;
    println!("an agent with a run ended {took:?} after SIGTERM");
    assert_eq!(status.code(), Some(0), "{status}");
    assert!(took < PATIENCE, "{took:?}");
    // A killed process is there until it gets a processor to end on.
    until_true("nothing is left", || proc_files::with_argument(&argument).is_empty()).await;
    let reply = waiting.await.unwrap();
    assert_eq!((reply.status, reply.code()), (400, "agent_error"), "{}", reply.text);
}

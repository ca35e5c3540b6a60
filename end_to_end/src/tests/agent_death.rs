//! An agent that dies under a run.

use crate::agent::Agent;
use crate::server::Server;
use crate::waiting::until_true;
use crate::{database, proc_files, turn};

#[tokio::test]
async fn a_run_whose_agent_died_is_interrupted_and_not_run_again() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines");
    let mark = format!("muster-leftover-{}", std::process::id());
    let command = format!(
        "echo begun >> {}; setsid bash -c 'exec -a {mark} sleep 120' & wait",
        file.display()
    );
    let waiting = {
        let (api, id, text) = (server.api.clone(), agent.id.clone(), command.clone());
        tokio::spawn(async move { api.run_once("once", &id, &text, 60).await })
    };
    let argument = format!("{mark}\0");
    until_true("the command runs", || !proc_files::with_argument(&argument).is_empty()).await;

    agent.kill9().await;
    assert_eq!(proc_files::with_argument(&argument).len(), 1, "nobody was there to end it");
    agent.restart().await;

    until_true("the leftover is gone", || proc_files::with_argument(&argument).is_empty()).await;
    let first = waiting.await.unwrap().unwrap();
    let again = server.api.run_once("once", &agent.id, &command, 60).await.unwrap();
    for reply in [first, again] {
        assert_eq!((reply.status, reply.code()), (400, "agent_error"));
        assert_eq!(reply.detail(), "the agent or its machine died during the run");
    }
    let mut db = database::open(&server.database_file()).await;
    assert_eq!(database::texts(&mut db, "select status from runs").await, ["interrupted"]);
    assert_eq!(std::fs::read_to_string(file).unwrap(), "begun\n");
}

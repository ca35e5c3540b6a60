//! However a session ends, nothing that was started in it lives on.

use super::stage::Stage;
use super::traces::{helper_of, kill9, nothing_is_left_of, shell_of};
use crate::remote_viewer::RemoteViewer;
use crate::waiting::{until, until_true};
use crate::{proc_files, turn};

/// What tries to stay: in sessions of their own, without a parent, deaf to signals.
const RUNAWAYS: [&str; 4] = [
    "setsid bash -c 'exec -a MARK-1 sleep 300' &\n",
    "nohup setsid bash -c 'exec -a MARK-2 sleep 300' >/dev/null 2>&1 </dev/null &\n",
    "(setsid bash -c '(setsid bash -c \"exec -a MARK-3 sleep 300\") & exit' &)\n",
    "bash -c 'trap \"\" HUP TERM INT; exec -a MARK-4 sleep 300' &\n",
];

/// Starts all of them in a terminal; returns the text that is in their command lines.
async fn begin(viewer: &mut RemoteViewer) -> String {
    let mark = format!("muster-remote-{}", viewer.session);
    for line in RUNAWAYS {
        viewer.type_text(&line.replace("MARK", &mark)).await;
    }
    // The shell has done with all of the lines.
    shell_of(viewer).await;
    until_true("all of them run", || {
        let runs =
            |number: usize| !proc_files::with_argument(&format!("{mark}-{number}\0")).is_empty();
        (1..=RUNAWAYS.len()).all(runs)
    })
    .await;
    mark
}

/// Waits until none of them lives, and nothing else of the session.
async fn nothing_is_left(session: &str, mark: &str) {
    until_true("none of them lives", || proc_files::with_argument(mark).is_empty()).await;
    nothing_is_left_of(session).await;
}

#[tokio::test]
async fn nothing_lives_on_when_somebody_ends_the_session() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    let mark = begin(&mut viewer).await;
    stage.admin.end(&viewer.session).await;
    assert_eq!(viewer.end().await.code, "ended");
    nothing_is_left(&viewer.session, &mark).await;
    assert!(stage.agent.is_connected().await);
}

#[tokio::test]
async fn nothing_lives_on_when_the_shell_exits() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    let mark = begin(&mut viewer).await;
    viewer.type_text("exit\n").await;
    assert_eq!(viewer.end().await.code, "exited");
    nothing_is_left(&viewer.session, &mark).await;
}

#[tokio::test]
async fn nothing_lives_on_when_the_helper_dies() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    let mark = begin(&mut viewer).await;
    kill9(helper_of(&viewer.session).await);
    nothing_is_left(&viewer.session, &mark).await;
    assert!(stage.agent.is_connected().await);
}

#[tokio::test]
async fn nothing_lives_on_when_the_agent_dies_and_comes_back() {
    let _turn = turn::shared().await;
    let mut stage = Stage::start().await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    let mark = begin(&mut viewer).await;
    stage.agent.kill9().await;
    assert_eq!(viewer.end().await.code, "agent_stopped");
    stage.agent.restart().await;
    nothing_is_left(&viewer.session, &mark).await;
    until("the server has the agent back", async || {
        let (_, reply) = stage.admin.ask(&stage.agent.id).await;
        (reply.status == 200).then_some(())
    })
    .await;
    let mut new = stage.admin.open(&stage.agent.id).await;
    shell_of(&mut new).await;
}

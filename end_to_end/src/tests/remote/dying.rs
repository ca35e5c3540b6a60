//! Processes that die under a session: its helper, the server.

use super::stage::Stage;
use super::traces::{helper_of, kill9, nothing_is_left_of, shell_of};
use crate::turn;

#[tokio::test]
async fn a_helper_that_dies_takes_its_session_along_and_nothing_else() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let mut other = stage.admin.open(&stage.agent.id).await;
    let shell = shell_of(&mut other).await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    shell_of(&mut viewer).await;
    kill9(helper_of(&viewer.session).await);

    let closing = viewer.end().await;
    assert_eq!((&*closing.code, &*closing.reason), ("left", "the agent has left"));
    nothing_is_left_of(&viewer.session).await;
    assert_eq!(shell_of(&mut other).await, shell, "sessions have nothing in common");
    assert!(stage.agent.is_connected().await);
    let mut new = stage.admin.open(&stage.agent.id).await;
    new.type_text("echo new-$((1 + 1))\n").await;
    new.read_until("new-2\r\n").await;
}

#[tokio::test]
async fn viewer_and_agent_meet_again_when_the_server_is_back_and_the_shell_is_the_same() {
    let _turn = turn::shared().await;
    let mut stage = Stage::start().await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    let shell = shell_of(&mut viewer).await;
    let helper = helper_of(&viewer.session).await;
    viewer.type_text("kept=value; echo re''ady\n").await;
    viewer.read_until("ready\r\n").await;

    stage.server.kill9().await;
    assert_eq!(viewer.end().await.code, "", "nobody is left to say anything");
    // Nobody knows whether it arrived; it is not lost.
    viewer.type_text("echo typed-$kept-$((1 + 1))\n").await;
    stage.server.restart().await;
    let mut viewer = stage.admin.come_back(viewer).await;

    viewer.read_until("typed-value-2\r\n").await;
    assert_eq!(viewer.text().matches("typed-value-2\r\n").count(), 1);
    assert_eq!(shell_of(&mut viewer).await, shell);
    assert_eq!(helper_of(&viewer.session).await, helper);
    assert_eq!(stage.admin.read(&viewer.session).await["status"], "open");
}

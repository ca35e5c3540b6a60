//! Somebody on the way changes one bit: the pipe ends, and nothing wrong is believed.

use super::meddler::{Direction, Meddler};
use super::stage::Stage;
use super::technician::Technician;
use super::traces::shell_of;
use crate::turn;

#[tokio::test]
async fn a_changed_message_to_the_agent_ends_the_pipe_and_is_not_typed() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let meddler = Meddler::start(&stage.server.url).await;
    let technician = Technician::new(&stage.server.api, &meddler.url);
    let mut viewer = technician.open(&stage.agent.id).await;
    let shell = shell_of(&mut viewer).await;
    meddler.change_next(Direction::ToAgent);
    viewer.type_text("echo typed-$((1 + 1))\n").await;
    let closing = viewer.end().await;
    assert_eq!((&*closing.code, &*closing.reason), ("left", "the agent has left"));

    // The session itself goes on, and what was typed is sent again.
    let mut viewer = technician.come_back(viewer).await;
    viewer.read_until("typed-2\r\n").await;
    assert_eq!(viewer.text().matches("typed-2\r\n").count(), 1, "{}", viewer.text());
    assert_eq!(shell_of(&mut viewer).await, shell);
}

#[tokio::test]
async fn a_changed_message_to_the_viewer_is_not_opened_and_its_output_comes_again() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let meddler = Meddler::start(&stage.server.url).await;
    let technician = Technician::new(&stage.server.api, &meddler.url);
    let mut viewer = technician.open(&stage.agent.id).await;
    let shell = shell_of(&mut viewer).await;
    meddler.change_next(Direction::ToViewer);
    viewer.type_text("echo printed-$((1 + 1))\n").await;
    assert_eq!(viewer.end().await.code, "tampered");

    let mut viewer = technician.come_back(viewer).await;
    viewer.read_until("printed-2\r\n").await;
    assert_eq!(viewer.text().matches("printed-2\r\n").count(), 1, "{}", viewer.text());
    assert_eq!(shell_of(&mut viewer).await, shell);
}

#[tokio::test]
async fn no_pipe_begins_with_keys_that_were_changed_on_the_way() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let meddler = Meddler::start(&stage.server.url).await;
    let technician = Technician::new(&stage.server.api, &meddler.url);
    for (direction, code) in [(Direction::ToAgent, "left"), (Direction::ToViewer, "handshake")] {
        meddler.change_next(direction);
        let closing = technician.try_open(&stage.agent.id).await.err().expect("it is refused");
        assert_eq!(closing.code, code, "{direction:?}: {}", closing.reason);
    }
    let mut viewer = technician.open(&stage.agent.id).await;
    shell_of(&mut viewer).await;
}

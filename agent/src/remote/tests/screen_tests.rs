//! A session for the screen, where there is none.
#![cfg(unix)]

use muster_remote::{Grant, Kind};
use serde_json::json;

use super::stage_tests::Stage;
use crate::remote::screen::Screen;
use crate::remote::screen_session::sentence;

#[tokio::test]
async fn where_there_is_no_screen_a_sentence_says_so() {
    // Whoever runs the tests may have one.
    let Err(problem) = Screen::open(true).await.map(drop) else { return };
    let stage = Stage::start().await;
    let grant = Grant { kind: Kind::Screen, terminal: None, ..stage.grant("v1", "ann") };
    let mut viewer = stage.join(grant).await;
    viewer.say(0, &json!({ "type": "start" })).await;
    let refused = viewer.wait_for("refused").await;
    assert_eq!(refused["code"], "no_screen");
    assert_eq!(refused["reason"], sentence(&problem));
    drop(viewer);
    assert_eq!(stage.ended().await.code, "no_screen");
}

//! What ends a session that nobody wants to end in it.

use serde_json::json;

use super::stage::Stage;
use super::technician::Technician;
use super::traces::{nothing_is_left_of, shell_of};
use crate::turn;

#[tokio::test]
async fn a_freeze_ends_a_session_at_once_and_lets_no_other_begin() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    shell_of(&mut viewer).await;
    let frozen = stage.server.api.post("/core/freeze/", json!({})).await;
    assert_eq!(frozen.status, 200, "{}", frozen.text);

    assert_eq!(viewer.end().await.code, "frozen");
    stage.admin.knows_the_end(&viewer.session, "frozen").await;
    nothing_is_left_of(&viewer.session).await;
    let (_, refused) = stage.admin.ask(&stage.agent.id).await;
    assert_eq!((refused.status, refused.code()), (409, "frozen"), "{}", refused.text);
}

#[tokio::test]
async fn who_loses_the_right_loses_the_session_with_everything_in_it() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let (technician, user) = Technician::hire(&stage.server, "bob").await;
    let mut viewer = technician.open(&stage.agent.id).await;
    shell_of(&mut viewer).await;
    let path = format!("/accounts/{user}/users/");
    let changed = stage.server.api.put(&path, json!({ "role": null })).await;
    assert_eq!(changed.status, 200, "{}", changed.text);

    assert_eq!(viewer.end().await.code, "forbidden");
    stage.admin.knows_the_end(&viewer.session, "forbidden").await;
    nothing_is_left_of(&viewer.session).await;
    let (_, refused) = technician.ask(&stage.agent.id).await;
    assert_eq!((refused.status, refused.code()), (403, "forbidden"), "{}", refused.text);
}

#[tokio::test]
async fn a_guest_who_loses_the_right_leaves_the_session_to_the_others() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let (technician, user) = Technician::hire(&stage.server, "bob").await;
    let mut own = stage.admin.open(&stage.agent.id).await;
    let mut guest = technician.join(&own.session).await;
    let path = format!("/accounts/{user}/users/");
    let changed = stage.server.api.put(&path, json!({ "role": null })).await;
    assert_eq!(changed.status, 200, "{}", changed.text);

    assert_eq!(guest.end().await.code, "forbidden");
    own.type_text("echo still-$((1 + 1))\n").await;
    own.read_until("still-2\r\n").await;
    assert_eq!(stage.admin.read(&own.session).await["status"], "open");
}

#[tokio::test]
async fn an_agent_that_stops_says_so_to_everybody_who_is_connected() {
    let _turn = turn::shared().await;
    let mut stage = Stage::start().await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    shell_of(&mut viewer).await;
    let (status, _) = stage.agent.terminate().await;
    assert!(status.success(), "{status}");
    assert_eq!(viewer.end().await.code, "agent_stopped");
    stage.admin.knows_the_end(&viewer.session, "agent_stopped").await;
    nothing_is_left_of(&viewer.session).await;
}

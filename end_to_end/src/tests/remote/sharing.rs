//! Two technicians in one terminal.

use serde_json::json;

use super::stage::Stage;
use super::technician::Technician;
use crate::turn;
use crate::waiting::until;

#[tokio::test]
async fn a_second_technician_watches_then_takes_over_and_the_first_is_told() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let (technician, _) = Technician::hire(&stage.server, "bob").await;
    let mut first = stage.admin.open(&stage.agent.id).await;
    first.type_text("echo first-$((1 + 1))\n").await;
    first.read_until("first-2\r\n").await;

    let mut second = technician.join(&first.session).await;
    assert_eq!(second.started["driver"], false);
    assert!(second.snapshot.contains("first-2"), "{}", second.snapshot);
    second.type_text("echo ignored-$((1 + 1))\n").await;
    assert_eq!(second.wait_for("notice").await["code"], "not_driver");
    second.say(&json!({ "type": "take_over" })).await;
    let notice = first.wait_for("notice").await;
    let expected = json!({ "type": "notice", "code": "driver", "text": "bob drives now." });
    assert_eq!(notice, expected);

    first.type_text("echo ignored-$((1 + 1))\n").await;
    assert_eq!(first.wait_for("notice").await["code"], "not_driver");
    second.type_text("echo second-$((1 + 1))\n").await;
    for viewer in [&mut first, &mut second] {
        viewer.read_until("second-2\r\n").await;
        assert!(!viewer.text().contains("ignored"), "{}", viewer.text());
    }
    until("the server knows who types", async || {
        let shown = stage.admin.read(&first.session).await;
        let drivers = shown["viewers"].as_array().expect("a list").iter();
        let names: Vec<_> = drivers.filter(|viewer| viewer["is_driver"] == true).collect();
        (names.len() == 1 && names[0]["user"] == "bob").then_some(())
    })
    .await;

    stage.admin.end(&first.session).await;
    for viewer in [&mut first, &mut second] {
        let closing = viewer.end().await;
        assert_eq!((&*closing.code, &*closing.reason), ("ended", "admin ended it"));
    }
    let (_, refused) = technician.ask_to_join(&first.session).await;
    assert_eq!((refused.status, refused.code()), (409, "conflict"), "{}", refused.text);
}

#[tokio::test]
async fn who_may_not_open_terminals_neither_sees_nor_joins_those_of_others() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let (technician, user) = Technician::hire(&stage.server, "bob").await;
    let viewer = stage.admin.open(&stage.agent.id).await;
    let path = format!("/accounts/{user}/users/");
    assert_eq!(stage.server.api.put(&path, json!({ "role": null })).await.status, 200);
    let (_, refused) = technician.ask_to_join(&viewer.session).await;
    assert_eq!((refused.status, refused.code()), (403, "forbidden"), "{}", refused.text);
    let listed = technician.api.get("/remote/v1/sessions/").await;
    assert_eq!((listed.status, listed.code()), (403, "forbidden"), "{}", listed.text);
}

//! Several viewers of one session: one drives, the others watch.
#![cfg(unix)]

use muster_remote::Grant;
use serde_json::{Value, json};

use super::stage_tests::Stage;
use super::viewer_tests::Viewer;

/// The id of who drives, as a list of viewers says it.
fn driver_in(message: &Value) -> Option<String> {
    let viewers = message["viewers"].as_array().unwrap();
    let driver = viewers.iter().find(|viewer| viewer["driver"] == true)?;
    Some(driver["id"].as_str().unwrap().to_owned())
}

/// Waits until this one drives.
async fn wait_for_driver(viewer: &mut Viewer, driver: &str) -> Value {
    loop {
        let message = viewer.wait_for("viewers").await;
        if driver_in(&message).as_deref() == Some(driver) {
            return message;
        }
    }
}

#[tokio::test]
async fn taking_over_is_announced_and_what_the_other_types_no_longer_counts() {
    let stage = Stage::start().await;
    let mut ann = stage.begin("v1", "ann").await;
    let mut bob = stage.join(stage.grant("v2", "bob")).await;
    assert_eq!(bob.begin().await["driver"], false);
    let alone = ann.wait_for("viewers").await;
    assert_eq!(driver_in(&alone).as_deref(), Some("v1"));
    let both = ann.wait_for("viewers").await;
    let expected = json!([
        { "id": "v1", "name": "ANN", "driver": true, "you": true },
        { "id": "v2", "name": "BOB", "driver": false, "you": false },
    ]);
    assert_eq!(both["viewers"], expected);

    bob.write(b"echo bob-$((1 + 1))\n").await;
    assert_eq!(bob.wait_for("notice").await["code"], "not_driver");
    bob.say(0, &json!({ "type": "take_over" })).await;
    let notice = ann.wait_for("notice").await;
    assert_eq!((&notice["code"], &notice["text"]), (&json!("driver"), &json!("BOB drives now.")));
    wait_for_driver(&mut ann, "v2").await;
    wait_for_driver(&mut bob, "v2").await;
    let event = json!({ "type": "event", "event": "driver", "viewer": "v2" });
    assert!(bob.events.contains(&event), "{:?}", bob.events);

    ann.write(b"echo ann-$((1 + 1))\n").await;
    assert_eq!(ann.wait_for("notice").await["code"], "not_driver");
    ann.say(1, &json!({ "type": "resize", "rows": 10, "cols": 10 })).await;
    assert_eq!(ann.wait_for("notice").await["code"], "not_driver");
    bob.write(b"echo now-$((1 + 1))\n").await;
    bob.read_until("now-2\r\n").await;
    ann.read_until("now-2\r\n").await;
    assert!(!ann.text().contains("ann-") && !ann.text().contains("bob-"), "{}", ann.text());
}

#[tokio::test]
async fn who_may_only_watch_never_drives_and_ends_nothing() {
    let stage = Stage::start().await;
    let grant = Grant { view_only: true, ..stage.grant("v1", "ann") };
    let mut watcher = stage.join(grant).await;
    assert_eq!(watcher.begin().await["driver"], false);
    for message in ["take_over", "end"] {
        watcher.say(0, &json!({ "type": message })).await;
        assert_eq!(watcher.wait_for("notice").await["code"], "view_only", "{message}");
    }
    watcher.write(b"echo typed-$((1 + 1))\n").await;
    assert_eq!(watcher.wait_for("notice").await["code"], "not_driver");

    let mut driver = stage.join(stage.grant("v2", "bob")).await;
    assert_eq!(driver.begin().await["driver"], true, "nobody else does");
    driver.write(b"echo driven-$((1 + 1))\n").await;
    driver.read_until("driven-2\r\n").await;
    assert!(!driver.text().contains("typed-"), "{}", driver.text());
}

#[tokio::test]
async fn nobody_goes_on_as_somebody_else() {
    let stage = Stage::start().await;
    let ann = stage.begin("v1", "ann").await;
    let mut bob = stage.join(stage.grant("v2", "bob")).await;
    bob.say(0, &json!({ "type": "start", "resume": true, "of": "v1" })).await;
    assert_eq!(bob.wait_for("refused").await["code"], "not_yours");
    // Nor after she has gone.
    let mut witness = stage.begin("v3", "carl").await;
    wait_for_driver(&mut witness, "v1").await;
    drop(ann);
    assert_eq!(driver_in(&witness.wait_for("viewers").await), None);
    let mut bob = stage.join(stage.grant("v4", "bob")).await;
    bob.say(0, &json!({ "type": "start", "resume": true, "of": "v1" })).await;
    assert_eq!(bob.wait_for("refused").await["code"], "not_yours");
}

#[tokio::test]
async fn a_driver_who_comes_back_drives_unless_somebody_took_over_meanwhile() {
    let stage = Stage::start().await;
    let mut ann = stage.begin("v1", "ann").await;
    let mut bob = stage.begin("v2", "bob").await;
    bob.say(0, &json!({ "type": "take_over" })).await;
    wait_for_driver(&mut bob, "v2").await;
    let mut again = stage.join(stage.grant("v3", "ann")).await;
    let started = again.resume(ann.place(), "v1").await;
    assert_eq!((&started["resumed"], &started["driver"]), (&json!(true), &json!(false)));
    // The broken connection is not one of the viewers.
    let viewers = again.wait_for("viewers").await;
    assert_eq!(viewers["viewers"].as_array().unwrap().len(), 2);

    let mut back = stage.join(stage.grant("v4", "bob")).await;
    assert_eq!(back.resume(bob.place(), "v2").await["driver"], true);
}

#[tokio::test]
async fn one_who_ends_it_ends_it_for_everybody() {
    let stage = Stage::start().await;
    let mut ann = stage.begin("v1", "ann").await;
    let mut bob = stage.begin("v2", "bob").await;
    bob.say(0, &json!({ "type": "end" })).await;
    for viewer in [&mut ann, &mut bob] {
        let ended = viewer.wait_for("ended").await;
        let expected = (&json!("ended_by_viewer"), &json!("BOB ended it."));
        assert_eq!((&ended["code"], &ended["reason"]), expected);
    }
    let report = ann.wait_for_report("ended").await;
    assert_eq!((&report["code"], &report["type"]), (&json!("ended_by_viewer"), &json!("event")));
    drop((ann, bob));
    assert_eq!(stage.ended().await.code, "ended_by_viewer");
}

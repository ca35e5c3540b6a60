//! Retries: by the clock, and only where they help.

use std::time::Duration;

use serde_json::{Value, json};

use super::{SECRET, add, add_webhook, path, run, until_finished, until_tried, verified};
use crate::auth::Right;
use crate::clock;
use crate::domain::webhooks::{Cause, CausedBy, Subject, enqueue};
use crate::storage::sql;
use crate::testing::{TestServer, WebhookReceiver, until_equal};
use crate::time::Timestamp;

/// Longer than the pause after the first try, and after the second.
const PAUSES: [Duration; 2] = [Duration::from_secs(15), Duration::from_secs(90)];

async fn server_with_agent() -> (TestServer, String) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await.agent_id;
    (server, agent)
}

#[tokio::test]
async fn a_webhook_is_tried_three_times_with_growing_pauses() {
    clock::stop();
    let (server, agent) = server_with_agent().await;
    let receiver = WebhookReceiver::start().await;
    (0..4).for_each(|_| receiver.answer(503, "later"));
    let hook = add_webhook(&server, &receiver).await;
    let began = Timestamp::now();
    let id = run(&server, &hook, &agent).await;

    let first = until_tried(&server, &hook, 1).await;
    assert_eq!((&first["state"], &first["status"]), (&json!("pending"), &json!(503)));
    assert_eq!((&first["answer"], &first["finished"]), (&json!("later"), &Value::Null));
    let due = Timestamp::parse(first["next_attempt"].as_str().unwrap()).unwrap();
    let pause = due.since(began);
    assert!(pause >= Duration::from_secs(10) && pause <= PAUSES[0], "{pause:?}");
    clock::advance(PAUSES[0]);
    let second = until_tried(&server, &hook, 2).await;
    let due = Timestamp::parse(second["next_attempt"].as_str().unwrap()).unwrap();
    let pause = due.since(began.plus(PAUSES[0]));
    assert!(pause >= Duration::from_secs(60) && pause <= PAUSES[1], "{pause:?}");
    clock::advance(PAUSES[1]);
    let third = until_finished(&server, &hook).await;

    assert_eq!((&third["state"], &third["attempts"]), (&json!("failed"), &json!(3)));
    assert_eq!(third["next_attempt"], Value::Null);
    let received = receiver.received();
    let times: Vec<i64> = received.iter().map(|one| verified(one, SECRET)).collect();
    let start = began.seconds();
    assert_eq!(times.iter().map(|time| time - start).collect::<Vec<_>>(), [0, 15, 105]);
    assert!(received.iter().all(|one| one.header("x-muster-delivery") == id));
    assert!(received.iter().all(|one| one.body == received[0].body));
}

#[tokio::test]
async fn a_webhook_that_works_later_is_delivered() {
    clock::stop();
    let (server, agent) = server_with_agent().await;
    let hook = json!({ "pattern": "http://127.0.0.1:1/{{agent.hostname}}", "action_type": "rest" });
    let hook = add(&server, hook).await;
    run(&server, &hook, &agent).await;
    let first = until_tried(&server, &hook, 1).await;
    assert_eq!((&first["state"], &first["status"]), (&json!("pending"), &Value::Null));
    assert!(!first["error"].as_str().unwrap().is_empty());
    assert_eq!(first["url"], "http://127.0.0.1:1/pc-1");

    // The mended address is used at once.
    let receiver = WebhookReceiver::start().await;
    server.admin.put(&path(&hook), json!({ "pattern": receiver.url })).await.ok();
    clock::advance(PAUSES[0]);
    let second = until_finished(&server, &hook).await;
    assert_eq!((&second["state"], &second["attempts"]), (&json!("delivered"), &json!(2)));
    assert_eq!((&second["error"], &second["answer"]), (&json!(""), &json!("ok")));
}

#[tokio::test]
async fn what_is_refused_or_not_allowed_is_not_tried_again() {
    let (server, agent) = server_with_agent().await;
    let receiver = WebhookReceiver::start().await;
    let hook = add_webhook(&server, &receiver).await;
    for (status, state) in
        [(200, "delivered"), (204, "delivered"), (400, "failed"), (404, "failed"), (429, "failed")]
    {
        receiver.answer(status, "");
        run(&server, &hook, &agent).await;
        let delivery = until_finished(&server, &hook).await;
        let seen = (&delivery["state"], &delivery["status"], &delivery["attempts"]);
        assert_eq!(seen, (&json!(state), &json!(status), &json!(1)));
    }
    receiver.redirect(302, "/other");
    run(&server, &hook, &agent).await;
    let delivery = until_finished(&server, &hook).await;
    assert_eq!((&delivery["state"], &delivery["status"]), (&json!("failed"), &json!(302)));
    let inside =
        json!({ "pattern": "http://10.0.0.1/{{agent.hostname}}", "signing_secret": SECRET });
    server.admin.put(&path(&hook), inside).await.ok();
    run(&server, &hook, &agent).await;
    let delivery = until_finished(&server, &hook).await;
    assert_eq!((&delivery["state"], &delivery["attempts"]), (&json!("failed"), &json!(1)));
    let expected = "10.0.0.1 is on the server's own machine or in a private network, and the \
                    setting OUTBOUND_ALLOW does not name it";
    assert_eq!(delivery["error"], expected);
    assert_eq!(receiver.received().len(), 6);
}

#[tokio::test]
async fn nothing_is_sent_in_the_name_of_somebody_who_was_disabled() {
    clock::stop();
    let (server, agent) = server_with_agent().await;
    let receiver = WebhookReceiver::start().await;
    receiver.answer(500, "");
    let hook = add_webhook(&server, &receiver).await;
    let caller = server.caller_with(&[Right::RunUrlactions]).await;
    let body = json!({ "action": hook["id"], "agent_id": agent });
    caller.patch("/core/urlaction/run/", body).await.ok();
    let first = until_tried(&server, &hook, 1).await;
    let user = first["username"].as_str().unwrap();
    let text = format!("update users set is_active = false where username = '{user}'");
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, &text, []).await.unwrap();
    write.commit().await.unwrap();
    clock::advance(PAUSES[0]);
    let delivery = until_finished(&server, &hook).await;
    assert_eq!(delivery["error"], "the account or API key that caused it was disabled");
    assert_eq!(receiver.received().len(), 1);
}

#[tokio::test]
async fn an_alert_is_sent_with_its_values_also_without_an_agent() {
    let (server, _) = server_with_agent().await;
    let receiver = WebhookReceiver::start().await;
    let hook = json!({
        "pattern": receiver.url, "action_type": "rest",
        "rest_body": "{\"m\": \"{{alert.message}}\", \"h\": \"{{agent.hostname}}\"}",
    });
    let hook = add(&server, hook).await;
    let send = async |server: &TestServer| {
        let cause = Cause {
            text: "alert 7".to_owned(),
            by: CausedBy::system(),
            subject: Subject::Nobody,
            alert: [("message".to_owned(), "disk \"C\"".to_owned())].into(),
        };
        let write = server.app.db.begin().await.unwrap();
        let action = hook["id"].as_i64().unwrap();
        enqueue(&server.app, &write, action, &cause).await.unwrap();
        write.commit().await.unwrap();
        server.app.jobs.wake().await;
    };
    send(&server).await;
    let delivery = until_finished(&server, &hook).await;
    let seen = (&delivery["cause"], &delivery["username"], &delivery["agent"]);
    assert_eq!(seen, (&json!("alert 7"), &json!("system"), &Value::Null));
    assert_eq!(receiver.received()[0].body, r#"{"m": "disk \"C\"", "h": ""}"#);

    // A token that is missing is not left out.
    server.admin.put(&path(&hook), json!({ "rest_body": "{{global.none}}" })).await.ok();
    send(&server).await;
    let delivery = until_finished(&server, &hook).await;
    assert_eq!(delivery["error"], "{{global.none}} has no value");
    assert_eq!(receiver.received().len(), 1);
}

#[tokio::test]
async fn what_waits_is_sent_after_a_restart_and_not_while_everything_is_frozen() {
    clock::stop();
    let (server, agent) = server_with_agent().await;
    let receiver = WebhookReceiver::start().await;
    receiver.answer(500, "");
    let hook = add_webhook(&server, &receiver).await;
    run(&server, &hook, &agent).await;
    until_tried(&server, &hook, 1).await;
    server.admin.post("/core/freeze/", json!({})).await.ok();
    let (settings, folder) = server.stop().await;
    let server = TestServer::start_on(settings, folder).await;
    let count = async || {
        let text = "select count(*) from jobs where kind = 'deliver_webhooks' and run_at > $1";
        let after = Timestamp::now().plus(Duration::from_secs(200));
        sql::number(server.app.db.read(), text, [after.into()]).await.unwrap()
    };
    clock::advance(PAUSES[0]);
    until_equal(&1, count).await;
    assert_eq!(receiver.received().len(), 1);

    let write = server.app.db.begin().await.unwrap();
    let text = "update freezes set ended = 1";
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
    clock::advance(Duration::from_secs(300));
    let delivery = until_finished(&server, &hook).await;
    assert_eq!((&delivery["state"], &delivery["attempts"]), (&json!("delivered"), &json!(2)));
}

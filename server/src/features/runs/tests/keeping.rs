//! What is done with the output of runs, and how long runs are kept.

use muster_protocol::{End, FromAgent, Stream};
use serde_json::{Value, json};

use super::{change, run_script_path, runs, server_with_agent, until_all};
use crate::auth::Right;
use crate::domain::runs::RETENTION;
use crate::features::runs;
use crate::storage::sql;
use crate::testing::{
    FakeAgent, Reply, SmtpBehaviour, SmtpServer, TestServer, outcome, until_equal, until_true,
};

async fn notes(server: &TestServer) -> Vec<String> {
    let text = "select username || ': ' || note from notes order by id";
    sql::values(server.app.db.read(), text, []).await.unwrap()
}

async fn run_for_a_note(server: &TestServer, agent: &mut FakeAgent, end: End) -> u16 {
    let script = server.add_script("look").await;
    let path = run_script_path(&agent.identity);
    let body = json!({ "script": script, "output": "note" });
    let (reply, ()) = tokio::join!(server.admin.post(&path, body), async {
        let run_id = agent.next_order().await.run_id;
        agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
        agent.print(&run_id, Stream::Stdout, 0, "all\0 well\n").await;
        agent.print(&run_id, Stream::Stderr, 0, "but").await;
        let outcome = outcome(end, 10, 3);
        agent.send(FromAgent::Finished { run_id, outcome }).await;
    });
    reply.status
}

#[tokio::test]
async fn output_becomes_a_note_before_the_answer_comes_and_once() {
    let (server, mut agent) = server_with_agent().await;

    let status = run_for_a_note(&server, &mut agent, End::Exited { code: 1 }).await;

    assert_eq!((status, notes(&server).await), (200, vec!["admin: all well\nbut".to_owned()]));
    runs::follow_up(server.app.clone(), json!({ "run": 1 })).await.unwrap();
    assert_eq!(notes(&server).await.len(), 1);
    let path = format!("/agents/{}/notes/", agent.identity.agent_id);
    assert_eq!(server.admin.get(&path).await.ok()[0]["note"], "all well\nbut");
}

#[tokio::test]
async fn a_script_that_did_not_run_to_its_end_leaves_no_note() {
    let (server, mut agent) = server_with_agent().await;

    assert_eq!(run_for_a_note(&server, &mut agent, End::TimedOut).await, 200);
    let reason = "no shell".to_owned();
    assert_eq!(run_for_a_note(&server, &mut agent, End::CouldNotStart { reason }).await, 400);
    assert_eq!(run_for_a_note(&server, &mut agent, End::Cancelled).await, 200);

    assert_eq!(runs(&server).await, ["timed_out ", "failed no shell", "cancelled "]);
    assert!(notes(&server).await.is_empty());
}

#[tokio::test]
async fn a_caller_who_stopped_waiting_still_gets_the_note() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("look").await;
    let path = run_script_path(&agent.identity);
    let body = json!({ "script": script, "output": "note" });
    let admin = server.admin.clone();
    let call = tokio::spawn(async move { admin.post(&path, body).await });
    let run_id = agent.next_order().await.run_id;
    call.abort();
    let _ = call.await;

    agent.finish(&run_id, "late", "", 0).await;

    until_all(&server, "passed").await;
    until_equal(&["admin: late"], async || notes(&server).await).await;
}

/// Defines a field and lets a script print something into it.
async fn collect(
    server: &TestServer,
    agent: &mut FakeAgent,
    field: Value,
    all: bool,
) -> (Reply, Value) {
    let script = server.add_script("look").await;
    let field = server.admin.post("/core/customfields", field).await.ok()["id"].clone();
    let path = run_script_path(&agent.identity);
    let body = json!({
        "script": script, "output": "collector", "custom_field": field, "save_all_output": all,
    });
    let (reply, ()) = tokio::join!(server.admin.post(&path, body), async {
        let run_id = agent.next_order().await.run_id;
        agent.finish(&run_id, "first\nlast \n\n", "noise", 0).await;
    });
    (reply, field)
}

#[tokio::test]
async fn a_collector_stores_the_last_line_or_all_where_its_field_belongs() {
    let (server, mut agent) = server_with_agent().await;

    let own = json!({ "model": "agent", "name": "Own", "type": "text" });
    let (reply, _) = collect(&server, &mut agent, own, false).await;
    assert_eq!(reply.ok(), "first\nlast \n\nnoise");
    let of_client = json!({ "model": "client", "name": "All", "type": "text" });
    collect(&server, &mut agent, of_client, true).await.0.ok();

    let shown = server.admin.get(&format!("/agents/{}/", agent.identity.agent_id)).await.ok();
    assert_eq!(shown["custom_fields"][0]["value"], "last");
    let client = server.admin.get("/clients/1/").await.ok();
    assert_eq!(client["custom_fields"][0]["value"], "first\nlast");
    let run = server.admin.get("/runs/2/").await.ok();
    assert_eq!((&run["custom_field"], &run["collector_all_output"]), (&json!(2), &json!(true)));
}

#[tokio::test]
async fn a_collector_needs_the_right_and_the_scope_to_change_its_field_by_hand() {
    let (server, agent) = server_with_agent().await;
    let identity = agent.obey();
    let (path, script) = (run_script_path(&identity), server.add_script("look").await);
    let (client, site) = (1, 1);
    let models = [
        ("agent", Right::EditAgent),
        ("client", Right::ManageClients),
        ("site", Right::ManageSites),
    ];
    for (model, right) in models {
        let field = json!({ "model": model, "name": "Kept" });
        let field = server.admin.post("/core/customfields", field).await.ok()["id"].clone();
        let body = json!({ "script": script, "output": "collector", "custom_field": field });
        let without = server.caller_without(right).await;
        without.post(&path, body.clone()).await.refused(403, "forbidden");
        // The same caller runs the script as long as nothing is written.
        without.post(&path, json!({ "script": script })).await.ok();

        let rights = [Right::RunScripts, right];
        let of_site = server.scoped_caller(&rights, &[], &[site]).await;
        let reply = of_site.post(&path, body.clone()).await;
        match model {
            "client" => {
                let sentence = "The custom field belongs to the client, and your role does not cover all of it.";
                assert_eq!(reply.refused(403, "forbidden")["detail"], sentence);
            }
            _ => assert_eq!(reply.ok(), "look"),
        }
        let of_client = server.scoped_caller(&rights, &[client], &[]).await;
        assert_eq!(of_client.post(&path, body).await.ok(), "look");
    }
    // A run that stored its output there is not repeated by those who may not.
    let listed = server.admin.get("/runs/").await.ok();
    let last = &listed[0]["id"];
    let other = server.caller_with(&[Right::RunScripts, Right::ListAgentHistory]).await;
    other.post(&format!("/runs/{last}/again/"), json!({})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn output_that_is_invalid_for_its_field_is_an_error_and_the_run_stays_in_the_history() {
    let (server, mut agent) = server_with_agent().await;

    let number = json!({ "model": "agent", "name": "Number", "type": "number" });
    let (reply, field) = collect(&server, &mut agent, number, false).await;

    let problem = reply.problems()["custom_field"][0].as_str().unwrap().to_owned();
    assert!(problem.starts_with("What the script printed does not fit the field: "), "{problem}");
    assert_eq!(runs(&server).await, ["passed "]);
    // Deleting a field leaves the history as it is.
    server.admin.delete(&format!("/core/customfields/{field}/")).await.ok();
    assert_eq!(server.admin.get("/runs/1/").await.ok()["custom_field"], Value::Null);
}

#[tokio::test]
async fn a_result_is_mailed_to_the_given_or_the_global_recipients() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("look").await;
    let path = run_script_path(&agent.identity);
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    server.admin.put("/core/settings/", smtp.settings()).await.ok();
    let body = json!({ "script": script, "output": "email" });
    let problems = server.admin.post(&path, body.clone()).await.problems();
    let sentence = "The settings name no email_alert_recipients.";
    assert_eq!(problems, json!({ "emailMode": [sentence] }));
    let everybody = json!({ "email_alert_recipients": ["all@example.com"] });
    server.admin.put("/core/settings/", everybody).await.ok();

    let answer = server.admin.post(&path, body).await.ok();
    assert_eq!(answer, "The script look was started on pc-1.");
    let custom = json!({
        "script": script, "output": "email", "emailMode": "custom",
        "emails": ["ann@example.com", "bob@example.com"],
    });
    server.admin.post(&path, custom).await.ok();
    for code in [0, 3] {
        let run_id = agent.next_order().await.run_id;
        agent.finish(&run_id, "all well", "", code).await;
    }

    until_true("three mails arrived", async || smtp.delivered().len() == 3).await;
    let mut mails = smtp.delivered();
    mails.sort_by(|a, b| a.to.cmp(&b.to));
    let to: Vec<&str> = mails.iter().map(|mail| mail.to[0].as_str()).collect();
    assert_eq!(to, ["all@example.com", "ann@example.com", "bob@example.com"]);
    assert!(mails[0].content.contains("Subject: look on pc-1: passed"), "{:?}", mails[0]);
    assert!(mails[0].content.contains("all well"), "{:?}", mails[0]);
    assert!(mails[1].content.contains("Return code: 3"), "{:?}", mails[1]);
    assert!(notes(&server).await.is_empty());
}

#[tokio::test]
async fn a_result_is_mailed_to_at_most_twenty_addresses_and_once_to_each() {
    let (server, mut agent) = server_with_agent().await;
    let path = run_script_path(&agent.identity);
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    server.admin.put("/core/settings/", smtp.settings()).await.ok();
    let script = server.add_script("look").await;
    let body = |count: usize| {
        let emails: Vec<String> = (0..count).map(|one| format!("{one}@example.com")).collect();
        json!({ "script": script, "output": "email", "emailMode": "custom", "emails": emails })
    };
    let problems = server.admin.post(&path, body(21)).await.problems();
    assert_eq!(problems, json!({ "emails": ["Must have at most 20 addresses."] }));
    let problems = server.admin.post(&path, body(0)).await.problems();
    assert_eq!(problems, json!({ "emails": ["Enter at least one recipient."] }));

    let mut twice = body(19);
    twice["emails"].as_array_mut().unwrap().push(json!("0@example.com"));
    server.admin.post(&path, twice).await.ok();
    let run_id = agent.next_order().await.run_id;
    agent.finish(&run_id, "all well", "", 0).await;
    until_true("the mails arrived", async || smtp.delivered().len() >= 19).await;
    let waiting = "select count(*) from jobs where kind = 'run_result_mail'";
    until_true("no mail waits", async || {
        sql::number(server.app.db.read(), waiting, []).await.unwrap() == 0
    })
    .await;
    assert_eq!(smtp.delivered().len(), 19);
}

#[tokio::test]
async fn a_mail_waits_as_a_small_job_and_is_made_when_it_is_sent() {
    let (server, mut agent) = server_with_agent().await;
    let path = run_script_path(&agent.identity);
    // It takes connections and says nothing, so the mails wait.
    let silent = SmtpServer::start(SmtpBehaviour { silent: true, ..Default::default() }).await;
    server.admin.put("/core/settings/", silent.settings()).await.ok();
    let emails = json!(["ann@example.com", "bob@example.com"]);
    let body = json!({
        "script": server.add_script("look").await, "output": "email", "emailMode": "custom",
        "emails": emails,
    });
    server.admin.post(&path, body).await.ok();
    let run_id = agent.next_order().await.run_id;
    let long = "0123456789abcde\n".repeat(20_000);
    agent.finish(&run_id, &long, "", 0).await;
    let jobs = async || -> Vec<String> {
        let text = "select payload from jobs where kind = 'run_result_mail' order by id";
        sql::values(server.app.db.read(), text, []).await.unwrap()
    };
    until_true("both mails wait", async || jobs().await.len() == 2).await;
    let payloads: Vec<Value> =
        jobs().await.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    let expected = json!([
        { "run": 1, "to": "ann@example.com" },
        { "run": 1, "to": "bob@example.com" },
    ]);
    assert_eq!(json!(payloads), expected);

    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    server.admin.put("/core/settings/", smtp.settings()).await.ok();
    runs::mail_result(server.app.clone(), payloads[0].clone()).await.unwrap();
    // A job that is tried again meanwhile sends the other one.
    let mails = smtp.delivered();
    let mail = mails.iter().find(|mail| mail.to == ["ann@example.com"]).unwrap();
    assert!(mail.content.contains("Started by: admin"), "{}", &mail.content[..500]);
    assert!(mail.content.contains("the rest is in the history of runs."));
    assert!(mail.content.len() < 300_000, "{}", mail.content.len());
}

#[tokio::test]
async fn with_zero_days_runs_are_kept_for_ever() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/agents/{}/cmd/", agent.obey().agent_id);
    let body = json!({ "shell": "sh", "cmd": "id", "timeout": 60 });
    server.admin.post(&path, body).await.ok();
    change(&server, "update runs set time = 0").await;
    let never = json!({ "agent_history_prune_days": 0 });
    server.admin.put("/core/settings/", never).await.ok();

    (RETENTION.handler)(server.app.clone()).await.unwrap();

    assert_eq!(runs(&server).await, ["passed "]);
}

#[tokio::test]
async fn runs_older_than_sixty_days_are_deleted_with_their_output_unless_they_are_open() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/agents/{}/cmd/", agent.obey().agent_id);
    for word in ["old", "young", "open"] {
        let body = json!({ "shell": "sh", "cmd": word, "timeout": 60 });
        server.admin.post(&path, body).await.ok();
    }
    let age = |days: i64| days * 86_400_000_000;
    let text =
        |days: i64, id: i64| format!("update runs set time = time - {} where id = {id}", age(days));
    change(&server, &text(61, 1)).await;
    change(&server, &text(59, 2)).await;
    change(&server, &text(61, 3)).await;
    change(&server, "update runs set status = 'running' where id = 3").await;

    (RETENTION.handler)(server.app.clone()).await.unwrap();

    let db = server.app.db.read();
    let left: Vec<String> =
        sql::values(db, "select command from runs order by id", []).await.unwrap();
    assert_eq!(left, ["young", "open"]);
    let output = "select count(*) from run_output";
    assert_eq!(sql::number(db, output, []).await.unwrap(), 2);
}

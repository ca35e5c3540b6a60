//! What is refused, and why.

use super::*;

#[tokio::test]
async fn every_problem_of_a_watch_is_named_at_once() {
    let server = TestServer::start().await;
    let problems = async |body: Value| server.admin.post(PATH, body).await.problems();
    let required = json!(["This field is required."]);
    let neither = json!(["Name an agent or a run."]);
    assert_eq!(problems(json!({})).await, json!({ "agent": neither, "event": required }));
    let unknown = json!(["Must be one of online, offline, ended."]);
    let body = json!({ "agent": "a", "run": 1, "event": "asleep" });
    let both = json!(["Name an agent or a run, not both."]);
    assert_eq!(problems(body).await, json!({ "run": both, "event": unknown }));
    let body = json!({ "agent": "", "run": "x", "event": 5 });
    let expected = json!({
        "agent": ["Choose an agent."], "run": ["Must be a whole number."], "event": unknown,
    });
    assert_eq!(problems(body).await, expected);
    let body = json!({ "agent": null, "run": null, "event": "online" });
    assert_eq!(problems(body).await, json!({ "agent": neither }));
    let expected = json!({ "event": ["Must be online or offline for an agent."] });
    assert_eq!(problems(json!({ "agent": "a", "event": "ended" })).await, expected);
    let expected = json!({ "event": ["Must be ended for a run."] });
    assert_eq!(problems(json!({ "run": 1, "event": "offline" })).await, expected);
    let expected = json!({ "agent": ["There is no such agent."] });
    assert_eq!(problems(json!({ "agent": "a", "event": "online" })).await, expected);
    let expected = json!({ "run": ["There is no such run."] });
    assert_eq!(problems(json!({ "run": 1, "event": "ended" })).await, expected);
    assert_eq!(server.audit_lines().await, [] as [String; 0]);
}

#[tokio::test]
async fn what_is_so_already_is_refused() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let away = server.enrol(site, "pc-1").await.agent_id;
    let here = server.add_agent(site, "pc-2").await;
    let mut bodies = Vec::new();
    for (agent, event, sentence) in [
        (&away, "offline", "The agent pc-1 is offline already."),
        (&here.identity.agent_id, "online", "The agent pc-2 is online already."),
    ] {
        bodies.push((json!({ "agent": agent, "event": event }), sentence.to_owned()));
    }
    let run = start_run(&server, &away).await;
    server.admin.post(&format!("/runs/{run}/cancel/"), json!({})).await.ok();
    let sentence = format!("Run {run} has ended already.");
    bodies.push((json!({ "run": run, "event": "ended" }), sentence));
    for (body, sentence) in bodies {
        let problems = server.admin.post(PATH, body).await.problems();
        assert_eq!(problems, json!({ "event": [sentence] }));
    }
    assert_eq!(list(&server.admin).await, json!([]));
}

#[tokio::test]
async fn what_the_caller_may_not_see_is_not_watched() {
    let server = TestServer::start().await;
    let (acme, other) =
        (server.add_site("Acme", "Main").await, server.add_site("Other", "X").await);
    let agent = server.enrol(acme, "pc-1").await.agent_id;
    let run = start_run(&server, &agent).await;
    let watch = json!({ "agent": agent, "event": "online" });
    let of_run = json!({ "run": run, "event": "ended" });
    let elsewhere = server.scoped_caller(Right::ALL, &[other.client], &[]).await;
    let problems = elsewhere.post(PATH, watch.clone()).await.problems();
    assert_eq!(problems, json!({ "agent": ["There is no such agent."] }));
    let problems = elsewhere.post(PATH, of_run.clone()).await.problems();
    assert_eq!(problems, json!({ "run": ["There is no such run."] }));
    let without = server.caller_without(Right::ListAgents).await;
    without.post(PATH, watch.clone()).await.refused(403, "forbidden");
    let without = server.caller_without(Right::ListAgentHistory).await;
    without.post(PATH, of_run).await.refused(403, "forbidden");
    server.admin.delete(&format!("/agents/{agent}/")).await.ok();
    let problems = server.admin.post(PATH, watch).await.problems();
    assert_eq!(problems, json!({ "agent": ["There is no such agent."] }));
}

#[tokio::test]
async fn watches_of_others_do_not_exist() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let agent = server.enrol(site, "pc-1").await.agent_id;
    let body = json!({ "agent": agent, "event": "online" });
    let mine = server.admin.post(PATH, body).await.ok();
    let other = server.caller_with(Right::ALL).await;
    assert_eq!(list(&other).await, json!([]));
    let refusal = other.delete(&path(&mine)).await.refused(404, "not_found");
    assert_eq!(refusal["detail"], "Watch not found.");
    assert_eq!(list(&server.admin).await, json!([mine]));
}

#[tokio::test]
async fn a_user_has_two_hundred_watches_at_most() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let write = server.app.db.begin().await.unwrap();
    for number in 0..200 {
        let text = "insert into agents (agent_id, site_id, hostname, monitoring_type, plat,
                           created_time, modified_time)
                    values ($1, $2, $1, 'server', 'linux', 0, 0)";
        let values = [format!("pc-{number}").into(), site.site.into()];
        sql::execute(&write, text, values).await.unwrap();
    }
    let text = "insert into watches (user_id, agent_id, event, created)
                select u.id, a.id, 'online', 0 from users u, agents a
                 where u.username = 'admin' and a.agent_id <> 'pc-0'";
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
    let body = |agent: &str| json!({ "agent": agent, "event": "online" });
    let last = server.admin.post(PATH, body("pc-0")).await.ok();
    let more = server.enrol(site, "more").await.agent_id;
    let refusal = server.admin.post(PATH, body(&more)).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "You have 200 watches already: remove one first.");
    // One that is there is no further one.
    assert_eq!(server.admin.post(PATH, body("pc-0")).await.ok(), last);
    server.admin.delete(&path(&last)).await.ok();
    server.admin.post(PATH, body(&more)).await.ok();
}

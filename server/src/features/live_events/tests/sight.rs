//! Who sees what: rights, scope, and changes of both.

use muster_protocol::{FromAgent, Inventory, Stream};
use serde_json::{Value, json};

use super::{is_mark, plain, publish_mark};
use crate::auth::{Right, hash_token};
use crate::events::{Entity, Event};
use crate::storage::sql;
use crate::testing::{Client, TestServer, TestSocket};

async fn subscribe(server: &TestServer, caller: &Client, topic: &str) -> TestSocket {
    server.follow(caller, &[topic]).await
}

/// What a socket receives until the mark.
async fn until_mark(server: &TestServer, socket: &mut TestSocket) -> Vec<Value> {
    publish_mark(server).await;
    let mut received = Vec::new();
    loop {
        let frame = socket.receive().await;
        if is_mark(&frame) {
            return received;
        }
        received.push(plain(&frame));
    }
}

#[tokio::test]
async fn every_topic_needs_its_right_and_an_unknown_one_is_refused() {
    let server = TestServer::start().await;
    let topics = [
        ("agents", Right::ListAgents),
        ("agent:x", Right::ListAgents),
        ("checks", Right::ListChecks),
        ("tasks", Right::ListAutotasks),
        ("alerts", Right::ListAlerts),
        ("runs", Right::ListAgentHistory),
        ("run:1", Right::ListAgentHistory),
        ("bulk:1", Right::ListAgentHistory),
        ("pending", Right::ListPendingactions),
        ("updates", Right::ManageWinupdates),
        ("software", Right::ListSoftware),
        ("notes", Right::ListNotes),
        ("remote", Right::UseRemote),
    ];
    for (topic, right) in topics {
        let others: Vec<Right> = Right::ALL.iter().copied().filter(|it| *it != right).collect();
        let caller = server.caller_with(&others).await;
        let (last, code) = subscribe(&server, &caller, topic).await.end().await;
        assert_eq!((code, &last["code"]), (4403, &json!("forbidden")), "{topic}");
    }
    for topic in ["nothing", "run:x", "agent", "", "agent:nobody", "run:77"] {
        let (last, code) = subscribe(&server, &server.admin, topic).await.end().await;
        assert_eq!((code, &last["status"]), (4404, &json!(404)), "{topic}");
    }
    let somebody = server.caller_with(&[]).await;
    let mut socket = subscribe(&server, &somebody, "config").await;
    // They may follow nothing but their own user.
    let me = somebody.get("/accounts/me/").await.ok()["id"].as_i64().unwrap();
    for event in [
        Event::saved(Entity::Script, 1),
        Event::saved(Entity::User, me),
        Event::saved(Entity::User, 0),
    ] {
        server.app.events.publish(&event).await;
    }
    assert_eq!(socket.receive().await["data"], json!({ "entity": "user", "id": me }));
}

#[tokio::test]
async fn no_viewer_receives_events_of_another_tenant() {
    let server = TestServer::start().await;
    let (own, other) =
        (server.add_site("own", "Main").await, server.add_site("other", "Main").await);
    let (here, there) =
        (server.enrol(own, "here").await.agent_id, server.enrol(other, "there").await.agent_id);
    let by_client = server.scoped_caller(Right::ALL, &[own.client], &[]).await;
    let by_site = server.scoped_caller(Right::ALL, &[], &[own.site]).await;
    for caller in [&by_client, &by_site] {
        let mut socket = server.follow(caller, &["agents", "runs", "updates", "config"]).await;
        for location in [other, own] {
            let data = json!({ "client": location.client });
            for topic in ["agents", "runs", "updates"] {
                let event = Event::for_test(topic, "changed", data.clone());
                server.app.events.publish(&event.about(location.client, location.site)).await;
            }
            let client = Event::saved(Entity::Client, location.client);
            server.app.events.publish(&client.about_client(location.client)).await;
        }
        // Not about any site: viewers who see only a part must not receive it.
        server.app.events.publish(&Event::for_test("updates", "changed", json!({}))).await;
        let received = until_mark(&server, &mut socket).await;
        let topics: Vec<&str> = received.iter().map(|it| it["topic"].as_str().unwrap()).collect();
        assert_eq!(topics, ["agents", "runs", "updates", "config"], "{received:?}");
        assert!(
            !json!(received).to_string().contains(&format!(":{}}}", other.client)),
            "{received:?}"
        );

        let mut own_agent = subscribe(&server, caller, &format!("agent:{here}")).await;
        own_agent
            .send(json!({ "action": "subscribe", "topics": [format!("agent:{there}")] }))
            .await;
        assert_eq!(own_agent.end().await.1, 4404);
    }
}

#[tokio::test]
async fn the_key_that_started_a_run_may_follow_it_without_the_right_to_the_history() {
    let server = TestServer::start().await;
    let location = server.add_site("acme", "Main").await;
    let agent = server.add_agent(location, "host").await.obey();
    let caller = server.caller_with(&[Right::SendCmd, Right::ManageApiKeys]).await;
    let body = json!({ "shell": "sh", "cmd": "id", "timeout": 5 });
    let reply = caller.post(&format!("/agents/{}/cmd/", agent.agent_id), body).await;
    let topic = format!("run:{}", reply.header("x-run-id"));
    let (mut socket, _) = server.open(&caller, "/ws/events/").await;
    socket.send(json!({ "action": "subscribe", "topics": [topic], "since": 0 })).await;
    assert_eq!(socket.receive().await["type"], "resync");
    let stranger = server.caller_with(&[Right::SendCmd]).await;
    assert_eq!(subscribe(&server, &stranger, &topic).await.end().await.1, 4403);
    let other = caller.post("/accounts/apikeys/", json!({ "name": "other" })).await.ok();
    let other = server.anonymous().with_key(other["key"].as_str().unwrap());
    assert_eq!(subscribe(&server, &other, &topic).await.end().await.1, 4403);
}

#[tokio::test]
async fn a_follower_of_one_agent_gets_only_its_events_and_only_those_they_may_see() {
    let server = TestServer::start().await;
    let location = server.add_site("acme", "Main").await;
    let agent = server.enrol(location, "host").await.agent_id;
    let caller = server.caller_with(&[Right::ListAgents, Right::ViewCoreSettings]).await;
    let mut socket = server.follow(&caller, &["config", &format!("agent:{agent}")]).await;
    for (topic, about) in [("agents", "another"), ("agents", &agent), ("checks", &agent)] {
        let event = Event::for_test(topic, "changed", json!({ "agent_id": about }));
        server.app.events.publish(&event.about(location.client, location.site)).await;
    }
    let expected = json!({
        "topic": format!("agent:{agent}"), "type": "changed", "data": { "agent_id": agent },
    });
    assert_eq!(until_mark(&server, &mut socket).await, [expected]);
}

#[tokio::test]
async fn an_agent_that_moves_out_of_scope_is_removed_for_its_former_viewers() {
    let server = TestServer::start().await;
    let (from, to) = (server.add_site("from", "Main").await, server.add_site("to", "Main").await);
    let agent = server.enrol(from, "host").await.agent_id;
    let mut lines = Vec::new();
    for client in [from.client, to.client] {
        let caller = server.scoped_caller(Right::ALL, &[client], &[]).await;
        lines.push(server.follow(&caller, &["agents", "config"]).await);
    }
    server.admin.put(&format!("/agents/{agent}/"), json!({ "site": to.site })).await.ok();
    let removed = json!({
        "topic": "agents", "type": "agent.removed", "data": { "agent_id": agent },
    });
    let moved = json!({
        "topic": "agents", "type": "agent.moved",
        "data": { "agent_id": agent, "changed": { "site": to.site } },
    });
    assert_eq!(until_mark(&server, &mut lines[0]).await, [removed]);
    assert_eq!(until_mark(&server, &mut lines[1]).await, [moved]);
}

/// Followers of these topics, one who sees each client alone.
async fn viewers(server: &TestServer, clients: [i64; 2], topics: &[&str]) -> [TestSocket; 2] {
    let mut sockets = Vec::new();
    for client in clients {
        let caller = server.scoped_caller(Right::ALL, &[client], &[]).await;
        sockets.push(server.follow(&caller, topics).await);
    }
    sockets.try_into().unwrap_or_else(|_| unreachable!("there are two clients"))
}

#[tokio::test]
async fn runs_of_an_agent_that_moved_while_it_was_connected_are_published_where_it_is_now() {
    let server = TestServer::start().await;
    let (from, to) = (server.add_site("from", "Main").await, server.add_site("to", "Main").await);
    let agent = server.add_agent(from, "host").await.obey().agent_id;
    server.admin.put(&format!("/agents/{agent}/"), json!({ "site": to.site })).await.ok();
    let [mut former, mut new] =
        viewers(&server, [from.client, to.client], &["runs", "config"]).await;

    let body = json!({ "shell": "sh", "cmd": "id", "timeout": 5 });
    server.admin.post(&format!("/agents/{agent}/cmd/"), body).await.ok();

    new.receive_event("run.started").await;
    new.receive_event("run.finished").await;
    assert_eq!(until_mark(&server, &mut former).await, Vec::<Value>::new());
}

#[tokio::test]
async fn what_an_agent_reports_after_its_site_moved_is_published_to_the_new_client_alone() {
    let server = TestServer::start().await;
    let (from, to) = (server.add_site("from", "Moves").await, server.add_site("to", "Main").await);
    let stays = json!({ "client": from.client, "name": "Stays" });
    server.admin.post("/clients/sites/", stays).await.ok();
    let mut agent = server.add_agent(from, "host").await;
    agent.catch_up().await;
    let site = format!("/clients/sites/{}/", from.site);
    server.admin.put(&site, json!({ "client": to.client })).await.ok();
    let [mut former, mut new] =
        viewers(&server, [from.client, to.client], &["agents", "config"]).await;

    agent.send_inventory(Inventory { needs_reboot: true, ..Inventory::default() }).await;

    new.receive_event("agent.updated").await;
    assert_eq!(until_mark(&server, &mut former).await, Vec::<Value>::new());
}

#[tokio::test]
async fn output_after_a_move_reaches_nobody_who_no_longer_sees_the_agent() {
    let server = TestServer::start().await;
    let (from, to) = (server.add_site("from", "Main").await, server.add_site("to", "Main").await);
    let mut agent = server.add_agent(from, "host").await;
    let id = agent.identity.agent_id.clone();
    let body = json!({ "script": server.add_script("x").await, "output": "forget" });
    server.admin.post(&format!("/agents/{id}/runscript/"), body).await.ok();
    let run_id = agent.next_order().await.run_id;
    let caller = server.scoped_caller(Right::ALL, &[from.client], &[]).await;
    let mut former = server.follow(&caller, &["run:1", "config"]).await;
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    agent.print(&run_id, Stream::Stdout, 0, "before").await;
    assert_eq!(former.receive_event("run.output").await["data"]["text"], "before");

    server.admin.put(&format!("/agents/{id}/"), json!({ "site": to.site })).await.ok();
    let caller = server.scoped_caller(Right::ALL, &[to.client], &[]).await;
    let mut new = server.follow(&caller, &["run:1"]).await;
    agent.print(&run_id, Stream::Stdout, 6, "after").await;

    assert_eq!(new.receive_event("run.output").await["data"]["text"], "after");
    assert_eq!(until_mark(&server, &mut former).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_change_of_role_applies_at_once() {
    let server = TestServer::start().await;
    let caller = server.caller_with(&[Right::ListAgents, Right::ListNotes]).await;
    let role = caller.get("/accounts/me/").await.ok()["role"].as_i64().unwrap();
    let path = format!("/accounts/roles/{role}/");
    let mut both = server.follow(&caller, &["agents", "notes"]).await;
    let mut one = server.follow(&caller, &["agents"]).await;
    server.admin.put(&path, json!({ "can_list_notes": false })).await.ok();
    let (last, code) = both.end().await;
    assert_eq!((code, &last["code"]), (4403, &json!("forbidden")), "{last}");

    // The other still has its topics, but with a smaller scope.
    let (own, other) =
        (server.add_site("own", "Main").await, server.add_site("other", "Main").await);
    server.admin.put(&path, json!({ "can_view_clients": [own.client] })).await.ok();
    for location in [other, own] {
        let event = Event::for_test("agents", "agent.added", json!({ "client": location.client }));
        server.app.events.publish(&event.about(location.client, location.site)).await;
    }
    assert_eq!(one.receive().await["data"]["client"], own.client);
}

#[tokio::test]
async fn logging_out_closes_the_sockets_of_the_session() {
    let server = TestServer::start().await;
    let write = server.app.db.begin().await.unwrap();
    for name in ["this", "that"] {
        sql::execute(
            &write,
            "insert into sessions (digest, token_hash, user_id, kind, created, expiry,
                    latest_expiry, last_used)
             select $1, $2, id, 'session', 0, $3, $3, $3 from users where username = 'admin'",
            [name.into(), hash_token(name).into(), 4_000_000_000_000_000_i64.into()],
        )
        .await
        .unwrap();
    }
    write.commit().await.unwrap();
    let (this, that) =
        (server.anonymous().with_token("this"), server.anonymous().with_token("that"));
    let mut first = server.follow(&this, &["config"]).await;
    let mut second = server.follow(&that, &["config"]).await;
    assert_eq!(this.post("/logout/", json!({})).await.status, 204);
    assert_eq!(first.end().await.1, 4401);
    let received = until_mark(&server, &mut second).await;
    assert!(!received.is_empty(), "the logout is published: {received:?}");
    that.post("/logoutall/", json!({})).await.ok();
    assert_eq!(second.end().await.1, 4401);
}

#[tokio::test]
async fn a_viewer_of_a_part_gets_the_progress_of_a_bulk_action_there() {
    let server = TestServer::start().await;
    let (own, other) =
        (server.add_site("own", "Main").await, server.add_site("other", "Main").await);
    server.add_agent(own, "mine").await.obey();
    server.add_agent(other, "theirs").await.obey();
    let rights = [Right::ListAgentHistory];
    let insider = server.scoped_caller(&rights, &[], &[own.site]).await;
    let outsider = server.add_site("third", "Main").await;
    let outsider = server.scoped_caller(&rights, &[outsider.client], &[]).await;
    // The number means nothing to a log that begins to follow the bus later.
    server.receive_published().await;
    let (mut socket, since) = server.open(&insider, "/ws/events/").await;
    let body = json!({
        "mode": "command", "target": "all", "shell": "sh", "cmd": "id", "timeout": 5,
    });
    let reply = server.admin.post("/agents/actions/bulk/", body).await;
    let topic = format!("bulk:{}", reply.header("x-bulk-id"));

    socket.send(json!({ "action": "subscribe", "topics": [topic], "since": since })).await;

    let finished = socket.receive_event("bulk.finished").await;
    assert_eq!(finished["topic"], topic);
    let counts = &finished["data"]["counts"];
    assert_eq!((&counts["total"], &counts["passed"]), (&json!(1), &json!(1)));
    let (last, code) = subscribe(&server, &outsider, &topic).await.end().await;
    assert_eq!((code, &last["code"]), (4404, &json!("not_found")));
    let (_, code) = subscribe(&server, &server.admin, "bulk:999").await.end().await;
    assert_eq!(code, 4404);
}

#[tokio::test]
async fn saved_and_deleted_tasks_are_published_to_viewers_of_their_agents() {
    let server = TestServer::start().await;
    let (own, other) =
        (server.add_site("own", "Main").await, server.add_site("other", "Main").await);
    let caller = server.scoped_caller(&[Right::ListAutotasks], &[own.client], &[]).await;
    let mut socket = subscribe(&server, &caller, "config").await;
    let mut ids = Vec::new();
    for location in [other, own] {
        let agent = server.enrol(location, "host").await.agent_id;
        let action = json!({ "type": "cmd", "shell": "sh", "command": "id", "timeout": 5 });
        let body = json!({ "agent": agent, "name": "Task", "actions": [action] });
        let task = server.admin.post("/tasks/", body).await.ok()["id"].clone();
        server.admin.delete(&format!("/tasks/{task}/")).await.ok();
        ids.push(task);
    }
    for kind in ["saved", "deleted"] {
        let received = plain(&socket.receive().await);
        let data = json!({ "entity": "task", "id": ids[1] });
        assert_eq!(received, json!({ "topic": "config", "type": kind, "data": data }));
    }
}

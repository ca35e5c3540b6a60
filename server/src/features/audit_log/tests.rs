//! The audit log, through the API.

use std::time::Duration;

use serde_json::{Value, json};

use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::Right;
use crate::clock;
use crate::storage::sql;
use crate::testing::TestServer;
use crate::time::Timestamp;

/// Writes a row as `username` would.
pub(super) async fn record(server: &TestServer, username: &str, entry: Entry) {
    let change = Change::begin_as(&server.app, username, "192.0.2.7").await.unwrap();
    change.commit(entry).await.unwrap();
}

pub(super) fn about_client(id: i64, name: &str) -> Entry {
    Entry::new(Action::Add, ObjectType::Client, id, format!("added client {name}")).client(id)
}

/// Three rows: about a client, an agent, and nothing in the fleet.
async fn three_rows(server: &TestServer) {
    record(server, "alice", about_client(1, "One").after(&json!({ "name": "One" }))).await;
    let entry = Entry::new(Action::Modify, ObjectType::Agent, "abc", "changed agent pc-1");
    let entry = entry.agent("pc-1", &"abc".into()).client(2).site(5, "Main");
    record(server, "bob", entry.before(&json!({ "a": 1 })).after(&json!({ "a": 2 }))).await;
    record(server, "bob", Entry::new(Action::Login, ObjectType::Session, "", "bob logged in"))
        .await;
}

fn ids(answer: &Value) -> Vec<i64> {
    let rows = answer.as_array().or_else(|| answer["audit_logs"].as_array()).unwrap();
    rows.iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn a_row_shows_every_field_and_newest_rows_come_first() {
    let server = TestServer::start().await;
    three_rows(&server).await;

    let mut log = server.admin.patch("/logs/audit/", json!({})).await.ok();

    for row in log["audit_logs"].as_array_mut().unwrap() {
        assert!(row["entry_time"].take().as_str().unwrap().ends_with('Z'));
    }
    assert_eq!(
        log,
        json!({
            "total": 3,
            "audit_logs": [
                {
                    "id": 3, "entry_time": null, "username": "bob", "agent": null,
                    "agent_id": null, "site": null, "action": "login", "object_type": "session",
                    "object_id": null, "message": "bob logged in", "before_value": null,
                    "after_value": null, "ip_address": "192.0.2.7", "api_key": null,
                    "user_id": null, "code_sha256": null, "debug_info": {},
                },
                {
                    "id": 2, "entry_time": null, "username": "bob", "agent": "pc-1",
                    "agent_id": "abc",
                    "site": { "id": 5, "name": "Main", "client": 2, "client_name": "" },
                    "action": "modify", "object_type": "agent",
                    "object_id": "abc", "message": "changed agent pc-1",
                    "before_value": {"a": 1}, "after_value": {"a": 2},
                    "ip_address": "192.0.2.7", "api_key": null, "user_id": null,
                    "code_sha256": null, "debug_info": {},
                },
                {
                    "id": 1, "entry_time": null, "username": "alice", "agent": null,
                    "agent_id": null, "site": null, "action": "add", "object_type": "client",
                    "object_id": "1", "message": "added client One", "before_value": null,
                    "after_value": {"name": "One"}, "ip_address": "192.0.2.7", "api_key": null,
                    "user_id": null, "code_sha256": null, "debug_info": {},
                },
            ],
        })
    );
}

#[tokio::test]
async fn filters_narrow_and_empty_ones_do_not() {
    let server = TestServer::start().await;
    three_rows(&server).await;
    let cases = [
        (json!({ "agentFilter": ["abc", "nobody"] }), vec![2]),
        (json!({ "clientFilter": [1, 2] }), vec![2, 1]),
        (json!({ "userFilter": ["bob"] }), vec![3, 2]),
        (json!({ "actionFilter": ["modify", "login"] }), vec![3, 2]),
        (json!({ "objectFilter": ["client"] }), vec![1]),
        (json!({ "userFilter": ["bob"], "actionFilter": ["modify"] }), vec![2]),
        (json!({ "userFilter": ["alice"], "actionFilter": ["modify"] }), vec![]),
        (json!({ "timeFilter": 1 }), vec![3, 2, 1]),
        (json!({ "agentFilter": [], "userFilter": null, "timeFilter": null }), vec![3, 2, 1]),
        (json!({ "pagination": null, "somethingElse": 1 }), vec![3, 2, 1]),
    ];
    for (body, expected) in cases {
        let log = server.admin.patch("/logs/audit/", body.clone()).await.ok();
        assert_eq!(ids(&log), expected, "{body}");
        assert_eq!(log["total"], expected.len(), "{body}");
    }
}

#[tokio::test]
async fn a_damaged_value_shows_as_the_text_it_is() {
    let server = TestServer::start().await;
    three_rows(&server).await;
    let write = server.app.db.begin().await.unwrap();
    let text = "update audit_log set before_value = '{broken' where id = 2";
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();

    let log = server.admin.patch("/logs/audit/", json!({ "agentFilter": ["abc"] })).await.ok();

    assert_eq!(log["audit_logs"][0]["before_value"], "{broken");
}

#[tokio::test]
async fn rows_older_than_the_time_filter_are_left_out() {
    let server = TestServer::start().await;
    three_rows(&server).await;
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "update audit_log set entry_time = 0 where id < 3", []).await.unwrap();
    write.commit().await.unwrap();

    let log = server.admin.patch("/logs/audit/", json!({ "timeFilter": 7 })).await.ok();

    assert_eq!((ids(&log), &log["total"]), (vec![3], &json!(1)));
}

#[tokio::test]
async fn pages_are_cut_and_sorted_as_asked() {
    let server = TestServer::start().await;
    three_rows(&server).await;
    let cases = [
        (json!({ "rowsPerPage": 2 }), vec![3, 2]),
        (json!({ "rowsPerPage": 2, "page": 2 }), vec![1]),
        (json!({ "rowsPerPage": 2, "page": 3 }), vec![]),
        (json!({ "descending": false, "rowsPerPage": 1000, "rowsNumber": 7 }), vec![1, 2, 3]),
        (json!({ "sortBy": "username", "descending": false }), vec![1, 2, 3]),
        (json!({ "sortBy": "action", "descending": true }), vec![2, 3, 1]),
    ];
    for (pagination, expected) in cases {
        let body = json!({ "pagination": pagination });
        let log = server.admin.patch("/logs/audit/", body.clone()).await.ok();
        assert_eq!(ids(&log), expected, "{body}");
        assert_eq!(log["total"], 3, "{body}");
    }
}

#[tokio::test]
async fn every_problem_of_a_query_is_reported_at_once() {
    let server = TestServer::start().await;
    let body = json!({
        "pagination": { "sortBy": "hash", "page": 0, "rowsPerPage": 1001, "descending": "yes" },
        "actionFilter": ["explode"], "objectFilter": "agent", "agentFilter": [[7]],
        "clientFilter": ["x"], "timeFilter": 0,
    });

    let problems = server.admin.patch("/logs/audit/", body).await.problems();

    let fields: Vec<&String> = problems.as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        [
            "actionFilter",
            "agentFilter[0]",
            "clientFilter[0]",
            "objectFilter",
            "pagination.descending",
            "pagination.page",
            "pagination.rowsPerPage",
            "pagination.sortBy",
            "timeFilter",
        ]
    );
    let body = json!({ "pagination": { "rowsPerPage": 0 } });
    server.admin.patch("/logs/audit/", body).await.refused(400, "invalid");
}

#[tokio::test]
async fn a_scoped_caller_sees_their_clients_and_sites_and_own_actions() {
    let server = TestServer::start().await;
    three_rows(&server).await;
    let by_client = server.scoped_caller(&[Right::ViewAuditlogs], &[1], &[]).await;
    let by_site = server.scoped_caller(&[Right::ViewAuditlogs], &[], &[5]).await;
    let names: Vec<String> =
        sql::values(server.app.db.read(), "select username from users order by id", [])
            .await
            .unwrap();
    let preferences = json!({ "dark_mode": false });
    by_client.patch("/accounts/users/ui/", preferences).await.ok();
    // Of somebody else, who had the same name.
    record(&server, &names[1], Entry::new(Action::Login, ObjectType::Session, "", "me")).await;

    let seen = by_client.patch("/logs/audit/", json!({})).await.ok();
    assert_eq!((ids(&seen), &seen["total"]), (vec![4, 1], &json!(2)));
    assert_eq!(ids(&by_client.get("/logs/audit/").await.ok()), [4, 1]);
    let seen = by_site.patch("/logs/audit/", json!({ "clientFilter": [1, 2] })).await.ok();
    assert_eq!((ids(&seen), &seen["total"]), (vec![2], &json!(1)));
    let hidden = by_site.patch("/logs/audit/", json!({ "userFilter": ["alice"] })).await.ok();
    assert_eq!(hidden, json!({ "audit_logs": [], "total": 0 }));
}

#[tokio::test]
async fn reading_the_log_needs_its_right_and_writes_no_row() {
    let server = TestServer::start().await;
    let somebody = server.caller_with(&[Right::ListClients]).await;

    somebody.patch("/logs/audit/", json!({})).await.refused(403, "forbidden");
    somebody.get("/logs/audit/").await.refused(403, "forbidden");
    server.anonymous().patch("/logs/audit/", json!({})).await.refused(401, "not_authenticated");
    server.admin.get("/logs/audit/").await.ok();
    let log = server.admin.patch("/logs/audit/", json!({})).await.ok();
    assert_eq!(log, json!({ "audit_logs": [], "total": 0 }));
}

#[tokio::test]
async fn the_list_takes_the_same_filters_and_pages() {
    let server = TestServer::start().await;
    three_rows(&server).await;
    let cases = [
        ("", vec![3, 2, 1]),
        ("?actionFilter=modify&actionFilter=login", vec![3, 2]),
        ("?clientFilter=1&timeFilter=1", vec![1]),
        ("?search=AGENT%20-login", vec![2]),
        ("?search=username:alice", vec![1]),
        ("?search=100%25", vec![]),
        ("?search=nothing:bob", vec![]),
        ("?ordering=entry_time", vec![1, 2, 3]),
    ];
    for (query, expected) in cases {
        let reply = server.admin.get(&format!("/logs/audit/{query}")).await;
        assert_eq!(reply.header("x-total-count"), expected.len().to_string(), "{query}");
        assert_eq!(ids(&reply.ok()), expected, "{query}");
    }

    let page = "/logs/audit/?page=2&page_size=2&ordering=-username";
    let page = server.admin.get(page).await.ok();
    assert_eq!((ids(&page["results"]), &page["count"]), (vec![1], &json!(3)));
    assert_eq!(page["next"], json!(null));
    assert_eq!(page["previous"], "/logs/audit/?page_size=2&ordering=-username&page=1");
    server.admin.get("/logs/audit/?page=3&page_size=2").await.refused(404, "not_found");
    let problems = server.admin.get("/logs/audit/?ordering=username").await.problems();
    assert!(problems["ordering"].is_array());
    server.admin.get("/logs/audit/?ordering=hash&page=1").await.refused(400, "invalid");
    server.admin.get("/logs/audit/?format=xml").await.refused(400, "invalid");
}

#[tokio::test]
async fn the_log_comes_as_a_file_for_spreadsheets() {
    let server = TestServer::start().await;
    record(&server, "=alice", about_client(1, "One, \"Ltd\"")).await;

    let reply = server.admin.get("/logs/audit/?format=csv").await;

    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"audit-log.csv\"");
    let (head, row) = reply.text.split_once("\r\n").unwrap();
    assert_eq!(
        head,
        "id,entry_time,username,agent,agent_id,site,action,object_type,object_id,message,\
         before_value,after_value,ip_address,debug_info,api_key,user_id,code_sha256"
    );
    let (id_and_time, rest) = row.split_once(",'=alice,").unwrap();
    assert!(id_and_time.starts_with("1,20") && id_and_time.ends_with('Z'));
    assert_eq!(rest, ",,,add,client,1,\"added client One, \"\"Ltd\"\"\",,,192.0.2.7,{},,,\r\n");
}

#[tokio::test]
async fn a_list_longer_than_a_chunk_is_whole_and_in_order() {
    let server = TestServer::start().await;
    let write = server.app.db.begin().await.unwrap();
    // Two rows share each point in time, so that the id has to decide.
    sql::execute(
        &write,
        "with recursive n (i) as (select 1 union all select i + 1 from n where i < 1001)
         insert into audit_log (id, entry_time, username, action, object_type, message, hash)
         select i, i / 2, 'somebody', 'add', 'client', 'x', '' from n",
        [],
    )
    .await
    .unwrap();
    sql::execute(&write, "update audit_head set last_id = 1001", []).await.unwrap();
    write.commit().await.unwrap();

    let reply = server.admin.get("/logs/audit/").await;
    assert_eq!(reply.header("x-total-count"), "1001");
    let newest_first: Vec<i64> = (1..=1001).rev().collect();
    assert_eq!(ids(&reply.ok()), newest_first);
    let file = server.admin.get("/logs/audit/?format=csv&ordering=entry_time").await.text;
    assert_eq!(file.lines().count(), 1002);
    let pages = [
        (json!({ "page": 1001, "rowsPerPage": 1 }), vec![1]),
        (json!({ "page": 2, "rowsPerPage": 1000 }), vec![1]),
        (json!({ "page": 2, "rowsPerPage": 3, "descending": false }), vec![4, 5, 6]),
        (json!({ "page": 334, "rowsPerPage": 3, "descending": false }), vec![1000, 1001]),
        (json!({ "page": 3, "rowsPerPage": 2, "sortBy": "id" }), vec![997, 996]),
        (json!({ "page": 1002, "rowsPerPage": 1 }), vec![]),
        (json!({ "page": i64::MAX / 1000, "rowsPerPage": 1000 }), vec![]),
        (json!({ "page": i64::MAX / 1000, "rowsPerPage": 1000, "descending": false }), vec![]),
    ];
    for (pagination, expected) in pages {
        let query = json!({ "pagination": pagination });
        let page = server.admin.patch("/logs/audit/", query.clone()).await.ok();
        assert_eq!((ids(&page), &page["total"]), (expected, &json!(1001)), "{query}");
    }
}

/// Makes the last row look as if written by a clock that is ahead by `seconds`.
async fn put_ahead(server: &TestServer, seconds: u64) -> Timestamp {
    let time = Timestamp::now().plus(Duration::from_secs(seconds));
    let write = server.app.db.begin().await.unwrap();
    let row = "update audit_log set entry_time = $1
                where id = (select last_id from audit_head)";
    sql::execute(&write, row, [time.into()]).await.unwrap();
    sql::execute(&write, "update audit_head set last_time = $1", [time.into()]).await.unwrap();
    write.commit().await.unwrap();
    time
}

#[tokio::test]
async fn a_replica_whose_clock_is_a_little_behind_does_not_write_into_the_past() {
    // Those three seconds must not pass before the second row is written.
    clock::stop();
    let server = TestServer::start().await;
    record(&server, "alice", about_client(1, "One")).await;
    let time = put_ahead(&server, 3).await;
    record(&server, "bob", about_client(2, "Two")).await;

    let log = server.admin.patch("/logs/audit/", json!({})).await.ok();

    assert_eq!(ids(&log), vec![2, 1]);
    let expected = serde_json::to_value(time).unwrap();
    assert_eq!(log["audit_logs"][0]["entry_time"], expected);
}

#[tokio::test]
async fn rows_are_listed_in_the_order_of_time_after_the_clock_was_set_back() {
    let server = TestServer::start().await;
    for name in ["One", "Two"] {
        record(&server, "alice", about_client(1, name)).await;
    }
    put_ahead(&server, 3600).await;
    for name in ["Three", "Four"] {
        record(&server, "alice", about_client(1, name)).await;
    }

    let cases = [
        (json!({}), vec![2, 4, 3, 1]),
        (json!({ "descending": false }), vec![1, 3, 4, 2]),
        (json!({ "page": 2, "rowsPerPage": 2 }), vec![3, 1]),
        (json!({ "sortBy": "id" }), vec![4, 3, 2, 1]),
    ];
    for (pagination, expected) in cases {
        let query = json!({ "pagination": pagination });
        let page = server.admin.patch("/logs/audit/", query.clone()).await.ok();
        assert_eq!((ids(&page), &page["total"]), (expected, &json!(4)), "{query}");
    }
}

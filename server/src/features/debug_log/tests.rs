//! The debug log, through the API.

use std::time::Duration;

use sea_orm::Value as SqlValue;
use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::domain::settings::DEBUG_RETENTION;
use crate::storage::sql;
use crate::testing::{Client, Identity, Location, TestServer};
use crate::time::Timestamp;

const PATH: &str = "/logs/debug/";
const DAY: Duration = Duration::from_secs(24 * 3600);
const NONE: [i64; 0] = [];

/// Two clients with an agent each, and five entries; the clock stands, so that
/// the server itself has nothing to report.
struct World {
    server: TestServer,
    acme: Location,
    other: Location,
    first: Identity,
    second: Identity,
}

impl World {
    async fn new() -> Self {
        clock::stop();
        let server = TestServer::start_with(|settings| {
            (settings.swagger_enabled, settings.beta_api_enabled) = (true, true);
        })
        .await;
        let acme = server.add_site("Acme", "Main").await;
        let other = server.add_site("Other", "Main").await;
        let first = server.enrol(acme, "pc-1").await;
        let second = server.enrol(other, "pc-2").await;
        let world = Self { server, acme, other, first, second };
        world.add_entries().await;
        world
    }

    async fn add_entries(&self) {
        let (first, second) = (Some(&self.first), Some(&self.second));
        self.add(first, "error scripting", "no python", 9).await;
        self.add(first, "warning agent_issues", "wrong key", 6).await;
        self.add(None, "critical system_issues", "the disk is full", 3).await;
        self.add(second, "info agent_update", "continues with 10 %", 2).await;
        self.add(second, "error win_updates", "the scan failed", 0).await;
    }

    /// Adds an entry that is so many days old.
    async fn add(&self, about: Option<&Identity>, kind: &str, message: &str, days: u32) {
        let (level, log_type) = kind.split_once(' ').unwrap();
        let agent: SqlValue = about.map(|agent| agent.agent_id.clone()).into();
        let time = Timestamp::now().minus(DAY * days);
        let write = self.server.app.db.begin().await.unwrap();
        sql::execute(
            &write,
            "insert into debug_logs (entry_time, agent_id, log_level, log_type, message)
             values ($1, (select id from agents where agent_id = $2), $3, $4, $5)",
            [time.into(), agent, level.into(), log_type.into(), message.into()],
        )
        .await
        .unwrap();
        write.commit().await.unwrap();
    }

    async fn search(&self, caller: &Client, body: Value) -> Vec<i64> {
        ids(&caller.patch(PATH, body).await.ok())
    }

    /// The messages that are left, oldest first.
    async fn left(&self) -> Vec<Value> {
        let entries = self.server.admin.get("/logs/debug/?ordering=id").await.ok();
        entries.as_array().unwrap().iter().map(|entry| entry["message"].clone()).collect()
    }
}

fn ids(entries: &Value) -> Vec<i64> {
    entries.as_array().unwrap().iter().map(|entry| entry["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn an_entry_shows_every_field_and_the_newest_come_first() {
    let world = World::new().await;

    let mut log = world.server.admin.patch(PATH, json!({})).await.ok();

    assert_eq!(log, world.server.admin.get(PATH).await.ok());
    for entry in log.as_array_mut().unwrap() {
        assert!(entry["entry_time"].take().as_str().unwrap().ends_with('Z'));
    }
    let (first, second) = (&world.first.agent_id, &world.second.agent_id);
    assert_eq!(
        log,
        json!([
            {
                "id": 5, "entry_time": null, "agent": "pc-2", "agent_id": second,
                "log_level": "error", "log_type": "win_updates", "message": "the scan failed",
            },
            {
                "id": 4, "entry_time": null, "agent": "pc-2", "agent_id": second,
                "log_level": "info", "log_type": "agent_update", "message": "continues with 10 %",
            },
            {
                "id": 3, "entry_time": null, "agent": null, "agent_id": null,
                "log_level": "critical", "log_type": "system_issues",
                "message": "the disk is full",
            },
            {
                "id": 2, "entry_time": null, "agent": "pc-1", "agent_id": first,
                "log_level": "warning", "log_type": "agent_issues", "message": "wrong key",
            },
            {
                "id": 1, "entry_time": null, "agent": "pc-1", "agent_id": first,
                "log_level": "error", "log_type": "scripting", "message": "no python",
            },
        ])
    );
}

#[tokio::test]
async fn filters_narrow_and_empty_ones_do_not() {
    let world = World::new().await;
    let (first, all) = (&world.first.agent_id, vec![5, 4, 3, 2, 1]);
    let cases = [
        (json!({ "logLevelFilter": "error" }), vec![5, 1]),
        (json!({ "logTypeFilter": "agent_update" }), vec![4]),
        (json!({ "agentFilter": first }), vec![2, 1]),
        (json!({ "agentFilter": "nobody" }), vec![]),
        (json!({ "timeFilter": 3 }), vec![5, 4, 3]),
        (json!({ "timeFilter": 2 }), vec![5, 4]),
        (json!({ "agentFilter": first, "logLevelFilter": "error" }), vec![1]),
        (json!({ "agentFilter": first, "logTypeFilter": "win_updates" }), vec![]),
        (json!({ "logLevelFilter": "", "logTypeFilter": "", "agentFilter": "" }), all.clone()),
        (json!({ "logLevelFilter": null, "timeFilter": null, "pagination": null }), all),
    ];
    for (body, expected) in cases {
        let reply = world.server.admin.patch(PATH, body.clone()).await;
        assert_eq!(reply.header("x-total-count"), expected.len().to_string(), "{body}");
        assert_eq!(ids(&reply.ok()), expected, "{body}");
        let sent = body.as_object().unwrap().iter().filter(|(_, value)| !value.is_null());
        let query: Vec<String> = sent
            .map(|(name, value)| format!("{name}={}", value.to_string().trim_matches('"')))
            .collect();
        let reply = world.server.admin.get(&format!("{PATH}?{}", query.join("&"))).await;
        assert_eq!(reply.header("x-total-count"), expected.len().to_string(), "{query:?}");
        assert_eq!(ids(&reply.ok()), expected, "{query:?}");
    }
}

#[tokio::test]
async fn pages_are_cut_and_sorted_as_asked() {
    let world = World::new().await;
    let cases = [
        (json!({}), vec![5, 4, 3, 2, 1]),
        (json!({ "rowsPerPage": 2 }), vec![5, 4]),
        (json!({ "rowsPerPage": 2, "page": 3 }), vec![1]),
        (json!({ "rowsPerPage": 2, "page": 4 }), vec![]),
        (json!({ "descending": false, "rowsPerPage": 1000, "rowsNumber": 7 }), vec![1, 2, 3, 4, 5]),
        (json!({ "sortBy": "log_level", "descending": false }), vec![3, 1, 5, 4, 2]),
        (json!({ "sortBy": "agent" }), vec![5, 4, 2, 1, 3]),
    ];
    for (pagination, expected) in cases {
        let reply = world.server.admin.patch(PATH, json!({ "pagination": pagination })).await;
        assert_eq!(reply.header("x-total-count"), "5", "{pagination}");
        assert_eq!(ids(&reply.ok()), expected, "{pagination}");
    }

    let admin = &world.server.admin;
    let page = admin.get("/logs/debug/?page=2&page_size=2&ordering=id").await.ok();
    assert_eq!((ids(&page["results"]), &page["count"]), (vec![3, 4], &json!(5)));
    assert_eq!(page["next"], "/logs/debug/?page_size=2&ordering=id&page=3");
    assert_eq!(page["previous"], "/logs/debug/?page_size=2&ordering=id&page=1");
    admin.get("/logs/debug/?page=4&page_size=2").await.refused(404, "not_found");
}

#[tokio::test]
async fn entries_are_searched_and_ordered_and_those_without_an_agent_can_be_excluded_from() {
    let world = World::new().await;
    let cases = [
        ("search=PYTHON", vec![1]),
        ("search=-failed%20-python", vec![4, 3, 2]),
        ("search=agent:pc-2", vec![5, 4]),
        ("search=10%20%25", vec![4]),
        ("search=nothing:pc-1", vec![]),
        ("ordering=-message", vec![2, 5, 3, 1, 4]),
        ("log_level=error&ordering=id", vec![1, 5]),
        ("id_range_min=4", vec![5, 4]),
    ];
    for (query, expected) in cases {
        let entries = world.server.admin.get(&format!("{PATH}?{query}")).await.ok();
        assert_eq!(ids(&entries), expected, "{query}");
    }
    let page = world.server.admin.get("/beta/v1/debuglog/?search=log_type:scripting").await.ok();
    assert_eq!((ids(&page["results"]), &page["count"]), (vec![1], &json!(1)));
    world.server.admin.get("/logs/debug/?ordering=hash").await.refused(400, "invalid");
}

#[tokio::test]
async fn a_thousand_entries_come_unless_a_page_is_asked_for() {
    let world = World::new().await;
    let write = world.server.app.db.begin().await.unwrap();
    sql::execute(
        &write,
        "with recursive n (i) as (select 1 union all select i + 1 from n where i < 996)
         insert into debug_logs (entry_time, log_level, log_type, message)
         select 9000000000000000 + i, 'info', 'system_issues', 'x' from n",
        [],
    )
    .await
    .unwrap();
    write.commit().await.unwrap();

    for reply in
        [world.server.admin.patch(PATH, json!({})).await, world.server.admin.get(PATH).await]
    {
        assert_eq!(reply.header("x-total-count"), "1001");
        let shown = ids(&reply.ok());
        assert_eq!((shown.len(), shown[0], shown[999]), (1000, 1001, 2));
    }
    let pagination = json!({ "rowsPerPage": 1000, "page": 2 });
    let body = json!({ "pagination": pagination });
    assert_eq!(world.search(&world.server.admin, body).await, [1]);
}

#[tokio::test]
async fn every_problem_of_a_search_is_reported_at_once() {
    let world = World::new().await;
    let body = json!({
        "pagination": { "sortBy": "hash", "page": 0, "rowsPerPage": 1001, "descending": "yes" },
        "logLevelFilter": "loud", "logTypeFilter": ["scripting"], "timeFilter": 0,
        "agentFilter": "x".repeat(256),
    });

    let problems = world.server.admin.patch(PATH, body).await.problems();

    let fields: Vec<&String> = problems.as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        [
            "agentFilter",
            "logLevelFilter",
            "logTypeFilter",
            "pagination.descending",
            "pagination.page",
            "pagination.rowsPerPage",
            "pagination.sortBy",
            "timeFilter",
        ]
    );
    let sentence = "Must be one of info, warning, error, critical.";
    assert_eq!(problems["logLevelFilter"], json!([sentence]));
    let query = "logTypeFilter=x&timeFilter=36501";
    let problems = world.server.admin.get(&format!("{PATH}?{query}")).await.problems();
    assert_eq!(problems["timeFilter"], json!(["Must be 1 to 36500."]));
    assert!(problems["logTypeFilter"].is_array());
}

#[tokio::test]
async fn a_scoped_caller_sees_the_entries_about_their_agents_alone() {
    let world = World::new().await;
    let (rights, other) = ([Right::ViewDebuglogs], &world.second.agent_id);
    let by_client = world.server.scoped_caller(&rights, &[world.acme.client], &[]).await;
    let by_site = world.server.scoped_caller(&rights, &[], &[world.other.site]).await;

    for (caller, seen) in [(&by_client, [2_i64, 1]), (&by_site, [5, 4])] {
        let reply = caller.get(PATH).await;
        assert_eq!(reply.header("x-total-count"), "2");
        assert_eq!(ids(&reply.ok()), seen);
        assert_eq!(world.search(caller, json!({})).await, seen);
        let of_server = json!({ "logTypeFilter": "system_issues" });
        assert_eq!(world.search(caller, of_server).await, NONE);
    }
    assert_eq!(world.search(&by_client, json!({ "agentFilter": other })).await, NONE);
    let everywhere = world.server.caller_with(&rights).await;
    assert_eq!(world.search(&everywhere, json!({})).await, [5, 4, 3, 2, 1]);
}

#[tokio::test]
async fn reading_the_log_needs_its_right_and_leaves_no_audit_row() {
    let world = World::new().await;
    let others = world.server.caller_without(Right::ViewDebuglogs).await;

    others.patch(PATH, json!({})).await.refused(403, "forbidden");
    others.get(PATH).await.refused(403, "forbidden");
    world.server.anonymous().get(PATH).await.refused(401, "not_authenticated");
    let rows = world.server.audit().await.len();
    world.server.admin.get(PATH).await.ok();
    world.server.admin.patch(PATH, json!({})).await.ok();
    assert_eq!(world.server.audit().await.len(), rows);
}

#[tokio::test]
async fn the_entries_of_a_removed_agent_are_hidden_until_it_is_restored() {
    let world = World::new().await;
    let path = format!("/agents/{}/", world.first.agent_id);
    world.server.admin.delete(&path).await.ok();
    assert_eq!(world.search(&world.server.admin, json!({})).await, [5, 4, 3]);
    let of_agent = json!({ "agentFilter": world.first.agent_id });
    assert_eq!(world.search(&world.server.admin, of_agent).await, NONE);

    world.server.admin.post(&format!("{path}restore/"), json!({})).await.ok();

    assert_eq!(world.search(&world.server.admin, json!({})).await, [5, 4, 3, 2, 1]);
}

#[tokio::test]
async fn entries_older_than_the_setting_are_deleted() {
    let world = World::new().await;
    let prune = async |days: i64| {
        let body = json!({ "debug_log_prune_days": days });
        world.server.admin.put("/core/settings/", body).await.ok();
        (DEBUG_RETENTION.handler)(world.server.app.clone()).await.unwrap();
        world.left().await.len()
    };

    assert_eq!([prune(0).await, prune(10).await], [5, 5], "nothing is old enough");
    // Exactly as old as the setting is not older.
    assert_eq!([prune(9).await, prune(6).await, prune(2).await], [5, 4, 2]);
    assert_eq!(world.left().await, ["continues with 10 %", "the scan failed"]);
}

#[tokio::test]
async fn pruning_the_database_deletes_every_entry_and_counts_them() {
    let world = World::new().await;
    // The youngest is as old as the clock that stands.
    clock::advance(Duration::from_micros(1));
    let prune = json!({ "action": "prune_db", "prune_tables": ["debug_logs", "alerts"] });

    let answer = world.server.admin.post("/core/servermaintenance/", prune).await.ok();

    assert_eq!(answer, "Rows deleted: debug_logs 5, alerts 0.");
    assert_eq!(world.left().await, [] as [Value; 0]);
}

//! The beta API, through HTTP. `testing/walk.rs` tests rights, scope and audit
//! rows of all its routes.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::storage::sql;
use crate::testing::{Client, TestServer};

async fn server() -> TestServer {
    TestServer::start_with(|settings| {
        settings.swagger_enabled = true;
        settings.beta_api_enabled = true;
    })
    .await
}

fn names<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    let rows = list["results"].as_array().or(list.as_array()).unwrap();
    rows.iter().map(|row| row[name].as_str().unwrap()).collect()
}

async fn execute(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

#[tokio::test]
async fn without_the_setting_nothing_of_it_exists() {
    let server = TestServer::start_with(|settings| settings.swagger_enabled = true).await;
    for path in ["/beta/v1/agent/", "/beta/v1/client/1/", "/beta/v1/"] {
        server.admin.get(path).await.refused(404, "not_found");
        server.anonymous().get(path).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn unknown_lists_objects_and_methods_are_refused_as_everywhere() {
    let server = server().await;
    server.admin.get("/beta/v1/nothing/").await.refused(404, "not_found");
    server.admin.get("/beta/v1/nothing/1/").await.refused(404, "not_found");
    server.admin.get("/beta/v1/agent/1/").await.refused(404, "not_found");
    server.admin.get("/beta/v1/pendingaction/1/").await.refused(404, "not_found");
    server.admin.put("/beta/v1/run/1/", json!({})).await.refused(405, "method_not_allowed");
    server.admin.delete("/beta/v1/client/1/").await.refused(405, "method_not_allowed");
    server.admin.post("/beta/v1/client/", json!({})).await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn pages_of_agents_have_absolute_links_with_a_cursor() {
    let server = server().await;
    let location = server.add_site("Acme", "Main").await;
    for name in ["c", "a", "b"] {
        server.enrol(location, name).await;
    }
    let own = server.url.clone();

    let first = server.admin.get("//beta/v1/agent?page_size=2").await;
    assert_eq!(first.header("x-total-count"), "3");
    let first = first.ok();
    assert_eq!((&first["count"], &first["previous"]), (&json!(3), &json!(null)));
    assert_eq!(names(&first, "hostname"), ["c", "a"]);
    let next = format!("{own}/beta/v1/agent/?page_size=2&ordering=id&page=2&after=2");
    assert_eq!(first["next"], next);

    let second = server.admin.get(next.strip_prefix(&own).unwrap()).await.ok();
    assert_eq!((&second["count"], &second["next"]), (&json!(3), &json!(null)));
    assert_eq!(second["previous"], format!("{own}/beta/v1/agent/?page_size=2&ordering=id&page=1"));
    assert_eq!(names(&second, "hostname"), ["b"]);
    let full = server.admin.get("/agents/?ordering=-id").await.ok();
    assert_eq!(second["results"][0], full[0], "the shape is that of the main API");

    server.admin.get("/beta/v1/agent/?page=2").await.refused(404, "not_found");
    let by_name = server.admin.get("/beta/v1/agent/?ordering=-hostname&page_size=1").await.ok();
    assert_eq!(names(&by_name, "hostname"), ["c"]);
    assert_eq!(
        by_name["next"],
        format!("{own}/beta/v1/agent/?ordering=-hostname&page_size=1&page=2")
    );
    let found = server.admin.get("/beta/v1/agent/?search=acme&page_size=2").await.ok();
    assert_eq!(names(&found, "hostname"), ["c", "a"]);
    let next = found["next"].as_str().unwrap().strip_prefix(&own).unwrap();
    assert_eq!(names(&server.admin.get(next).await.ok(), "hostname"), ["b"]);
}

#[tokio::test]
async fn links_name_the_server_as_the_caller_knows_it() {
    let next = async |server: &TestServer, caller: Client| {
        let location = server.add_site(&crate::auth::random_letters(6), "Main").await;
        server.enrol(location, "a").await;
        server.enrol(location, "b").await;
        let page = caller.get("/beta/v1/agent/?page_size=1").await.ok();
        page["next"].as_str().unwrap().split("/beta/").next().unwrap().to_owned()
    };
    let forwarded = |caller: &Client| {
        let caller = caller.with_header("X-Forwarded-Proto", "https");
        caller.with_header("X-Forwarded-Host", "rmm.example.com:8443, inner")
    };
    let plain = server().await;
    assert_eq!(next(&plain, forwarded(&plain.admin)).await, plain.url, "no proxy is trusted");
    let named = plain.admin.with_header("Host", "muster.lan:9000");
    assert_eq!(next(&plain, named).await, "http://muster.lan:9000");

    let proxied = TestServer::start_with(|settings| {
        (settings.swagger_enabled, settings.beta_api_enabled) = (true, true);
        settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let caller = forwarded(&proxied.admin);
    assert_eq!(next(&proxied, caller).await, "https://rmm.example.com:8443");

    let public = TestServer::start_with(|settings| {
        (settings.swagger_enabled, settings.beta_api_enabled) = (true, true);
        settings.public_url = Some("https://rmm.example.com".to_owned());
    })
    .await;
    assert_eq!(next(&public, public.admin.clone()).await, "https://rmm.example.com");
}

#[tokio::test]
async fn agents_are_filtered_by_their_fields_and_ranges() {
    let server = server().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Ölgrube", "Branch").await;
    server.enrol(acme, "small").await;
    server.enrol(other, "LARGE").await;
    execute(
        &server,
        "update agents set total_ram = 4, last_seen = 1700000000000000,
                      boot_time = 10.5 where hostname = 'small'",
    )
    .await;
    execute(
        &server,
        "update agents set total_ram = 64, needs_reboot = true,
                      logged_in_username = 'ann' where hostname = 'LARGE'",
    )
    .await;
    let of = async |query: &str| {
        let list = server.admin.get(&format!("/beta/v1/agent/?{query}")).await.ok();
        names(&list, "hostname").join(" ")
    };

    assert_eq!(of("").await, "small LARGE");
    assert_eq!(of("hostname=large").await, "LARGE");
    assert_eq!(of("total_ram=4").await, "small");
    assert_eq!(of("total_ram_range_min=4&total_ram_range_max=63").await, "small");
    assert_eq!(of("total_ram_range_min=65").await, "");
    assert_eq!(of("boot_time_range_max=11").await, "small");
    assert_eq!(of("needs_reboot=true").await, "LARGE");
    assert_eq!(of("italic=true").await, "small");
    assert_eq!(of("last_seen_range_after=2023-11-14T22:13:20Z").await, "small");
    assert_eq!(of("last_seen_range_before=2023-11-14T22:13:19Z").await, "");
    assert_eq!(of("client_name=acme").await, "small");
    assert_eq!(of("client_name=%C3%96lgrube&site_name=BRANCH&plat=linux").await, "LARGE");
    assert_eq!(of(&format!("client={}&id_range_min=1", other.client)).await, "LARGE");
    assert_eq!(of(&format!("client_id={}", other.client)).await, "LARGE");
    assert_eq!(of(&format!("site_id={}", acme.site)).await, "small");

    let wrong = "total_ram_range_min=much&last_seen_range_after=yesterday&needs_reboot=perhaps\
                 &plat=amiga&ordering=password&page=0&after=x";
    assert_eq!(
        server.admin.get(&format!("/beta/v1/agent/?{wrong}")).await.problems(),
        json!({
            "total_ram_range_min": ["Must be a whole number."],
            "last_seen_range_after": ["Must be a time such as 2026-01-31T13:30:00Z."],
            "needs_reboot": ["Must be true or false."],
            "plat": ["Must be one of windows, linux, darwin."],
            "ordering": ["Must be one of hostname, client_name, site_name, last_seen, boot_time, \
                          operating_system, version, total_ram, id."],
            "page": ["Must be 1 to 9223372036854775."],
            "after": ["Must be a whole number."],
        })
    );
    let after = server.admin.get("/beta/v1/agent/?after=1&ordering=hostname").await.problems();
    assert_eq!(after, json!({ "after": ["Needs ordering=id."] }));
}

#[tokio::test]
async fn every_other_list_has_the_same_filters_order_and_pages() {
    let server = server().await;
    for (name, code) in [("b", "x"), ("C", "yy"), ("a", "x")] {
        let snippet = json!({ "name": name, "code": code, "shell": "shell" });
        server.admin.post("/scripts/snippets/", snippet).await.ok();
    }
    let list = async |query: &str| server.admin.get(&format!("/beta/v1/snippet/?{query}")).await;
    let of = async |query: &str| names(&list(query).await.ok(), "name").join(" ");

    assert_eq!(of("").await, "b C a", "by key");
    assert_eq!(of("code=X&ordering=name").await, "a b");
    assert_eq!(of("ordering=-name").await, "C b a");
    assert_eq!(of("search=yy").await, "C");
    assert_eq!(of("id_range_min=2&id_range_max=2").await, "C");
    let page = list("page_size=2&code=x").await.ok();
    assert_eq!((&page["count"], &page["next"]), (&json!(2), &json!(null)));
    let page = list("page_size=2").await.ok();
    let next = format!("{}/beta/v1/snippet/?page_size=2&page=2&after=2", server.url);
    assert_eq!((&page["count"], &page["next"]), (&json!(3), &json!(next)));
    assert_eq!(of("page_size=2&page=2").await, "a");
    list("page=2").await.refused(404, "not_found");
    assert_eq!(
        list("id=x&created_time_range_after=x&ordering=x&page_size=0").await.problems(),
        json!({
            "id": ["Must be a whole number."],
            "created_time_range_after": ["Must be a time such as 2026-01-31T13:30:00Z."],
            "ordering": ["Must be one of code, created_by, created_time, desc, id, \
                          modified_by, modified_time, name, shell."],
            "page_size": ["Must be 1 to 1000."],
        })
    );
}

#[tokio::test]
async fn runs_and_the_audit_log_are_filtered_by_the_main_api() {
    let server = server().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await.obey();
    let command = json!({ "shell": "sh", "cmd": "id", "timeout": 60 });
    let path = format!("/agents/{}/cmd/", agent.agent_id);
    server.admin.post(&path, command.clone()).await.ok();
    server.admin.post(&path, command).await.ok();
    let count = async |query: &str| {
        server.admin.get(&format!("/beta/v1/{query}")).await.ok()["count"].as_i64().unwrap()
    };

    assert_eq!(count("run/?hostname=PC-1&shell=sh").await, 2);
    assert_eq!(count("run/?id_range_min=2&type=cmd_run").await, 1);
    assert_eq!(count("run/?time_range_after=2000-01-01T00:00:00Z").await, 2);
    assert_eq!(count("run/?time_range_before=2000-01-01T00:00:00Z").await, 0);
    assert_eq!(count("run/?username=nobody").await, 0);
    assert_eq!(count("auditlog/?action=execute_command&agent=pc-1").await, 2);
    assert_eq!(count("auditlog/?id=1").await, 1);
    assert_eq!(count("auditlog/?entry_time_range_before=2000-01-01T00:00:00Z").await, 0);
    let page = server.admin.get("/beta/v1/run/?page_size=1").await.ok();
    let next = format!("{}/beta/v1/run/?page_size=1&page=2", server.url);
    assert_eq!((&page["results"][0]["id"], &page["next"]), (&json!(2), &json!(next)));
    let wrong = server.admin.get("/beta/v1/run/?time_range_after=x&retcode=x&status=x").await;
    let fields: Vec<String> = wrong.problems().as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["retcode", "status", "time_range_after"]);
}

#[tokio::test]
async fn clients_come_as_an_array_unless_a_page_is_asked_for() {
    let server = server().await;
    server.add_site("zeta", "Main").await;
    server.add_site("Acme", "Main").await;

    let all = server.admin.get("/beta/v1/client/").await;
    assert_eq!(all.header("x-total-count"), "2");
    assert_eq!(all.ok(), server.admin.get("/clients/").await.ok());
    let named = server.admin.get("/beta/v1/client/?name=acme").await.ok();
    assert_eq!(names(&named, "name"), ["Acme"]);
    let page = server.admin.get("/beta/v1/client/?page=1").await.ok();
    assert_eq!(names(&page, "name"), ["zeta", "Acme"]);
    let sites = server.admin.get("/beta/v1/site/?client_name=acme").await.ok();
    assert_eq!(names(&sites, "client_name"), ["Acme"]);
}

#[tokio::test]
async fn one_object_is_read_and_changed_by_key_or_identifier() {
    let server = server().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await;

    for id in [agent.agent_id.as_str(), "1"] {
        let path = format!("/beta/v1/agent/{id}/");
        let single = server.admin.get(&format!("/agents/{}/", agent.agent_id)).await.ok();
        assert_eq!(server.admin.get(&path).await.ok(), single);
        let changed = server.admin.put(&path, json!({ "description": id })).await.ok();
        assert_eq!((&changed["description"], &changed["hostname"]), (&json!(id), &json!("pc-1")));
        let wrong = json!({ "description": [5], "offline_time": "x" });
        let problems = server.admin.put(&path, wrong).await.problems();
        assert_eq!(problems.as_object().unwrap().len(), 2, "{problems}");
        server.admin.put(&path, json!({ "description": "" })).await.ok();
    }
    let path = format!("/beta/v1/client/{}/", location.client);
    let client = server.admin.put(&path, json!({ "name": "Acme & sons" })).await.ok();
    assert_eq!(client, server.admin.get(&format!("/clients/{}/", location.client)).await.ok());
    assert_eq!(client["name"], "Acme & sons");
}

const MORE_AGENTS: &str = "insert into agents (agent_id, site_id, hostname, monitoring_type, plat,
            created_time, modified_time)
     with recursive n (i) as (select $1 + 0 union all select i + 1 from n where i < $2)
     select 'agent-' || i, (select max(id) from sites), 'host', 'server', 'linux', 0, 0 from n";

async fn add_agents(server: &TestServer, from: i64, to: i64) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, MORE_AGENTS, [from.into(), to.into()]).await.unwrap();
    write.commit().await.unwrap();
}

#[tokio::test]
async fn every_agent_that_stays_is_on_exactly_one_page_while_others_come_and_go() {
    let server = server().await;
    server.add_site("Acme", "Main").await;
    add_agents(&server, 1, 10_000).await;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut next = Some("/beta/v1/agent/?page_size=1000".to_owned());
    let mut pages = 0;
    while let Some(path) = next {
        let page = server.admin.get(&path).await.ok();
        for name in names(&page, "agent_id") {
            *seen.entry(name.to_owned()).or_default() += 1;
        }
        next = page["next"].as_str().map(|url| url.strip_prefix(&server.url).unwrap().to_owned());
        pages += 1;
        // Agents before, on and after the page are deleted; others are added.
        let gone = format!("delete from agents where id % 10 = 3 and id % 11 = {}", pages % 11);
        execute(&server, &gone).await;
        add_agents(&server, 20_000 + 100 * pages, 20_000 + 100 * pages + 50).await;
        assert!(pages < 30, "it never ends");
    }
    let stay = sql::values::<String>(
        server.app.db.read(),
        "select agent_id from agents where id <= 10000 order by id",
        [],
    );
    for agent_id in stay.await.unwrap() {
        assert_eq!(seen.get(&agent_id), Some(&1), "{agent_id}");
    }
    assert!(seen.values().all(|times| *times == 1));
}

#[tokio::test]
async fn an_unknown_filter_is_refused_with_the_known_names() {
    let server = server().await;
    let location = server.add_site("Acme", "Main").await;
    server.enrol(location, "pc-1").await;
    for list in crate::features::beta::lists::LISTS {
        let path = format!("/beta/v1/{}/?colour=red&customer=3&page_size=5", list.name);
        let problems = server.admin.get(&path).await.problems();
        let names: Vec<&String> = problems.as_object().unwrap().keys().collect();
        assert_eq!(names, ["colour", "customer"], "{path}");
        let sentence = problems["colour"][0].as_str().unwrap();
        assert!(sentence.starts_with("This list has no such filter; it has "), "{sentence}");
        for name in ["ordering", "page", "page_size", "search"] {
            assert!(sentence.contains(&format!(" {name}")), "{sentence}");
        }
        // Callers who may not read learn nothing about it.
        server.anonymous().get(&path).await.refused(401, "not_authenticated");
        let nobody = server.caller_with(&[]).await.get(&path).await;
        assert!(nobody.status == 403 || list.name == "view", "{path}: {}", nobody.status);
    }
    let both = server.admin.get("/beta/v1/agent/?colour=red&plat=amiga").await.problems();
    assert_eq!(both.as_object().unwrap().len(), 2, "{both}");
    let both = server.admin.get("/beta/v1/client/?colour=red&id=x").await.problems();
    assert_eq!(both.as_object().unwrap().len(), 2, "{both}");
    // A file has no pages.
    let file = server.admin.get("/beta/v1/auditlog/?format=csv").await.problems();
    assert!(file["format"].is_array(), "{file}");
    // The main lists still ignore unknown parameters.
    server.admin.get("/agents/?colour=red").await.ok();
    server.admin.get("/clients/?colour=red").await.ok();
}

#[tokio::test]
async fn client_id_and_site_id_filter_every_list_that_client_and_site_do() {
    let server = server().await;
    let (acme, other) =
        (server.add_site("Acme", "Main").await, server.add_site("Other", "Branch").await);
    for (location, name) in [(acme, "pc-1"), (other, "pc-2")] {
        let agent = server.enrol(location, name).await;
        server.admin.post(&format!("/winupdate/{}/scan/", agent.agent_id), json!({})).await.ok();
    }
    let count = async |path: String| {
        let reply = server.admin.get(&path).await.ok();
        reply["count"].as_i64().unwrap_or_else(|| panic!("{path}: {reply}"))
    };
    for list in ["agent", "pendingaction"] {
        assert_eq!(count(format!("/beta/v1/{list}/?client_id={}", acme.client)).await, 1, "{list}");
        assert_eq!(count(format!("/beta/v1/{list}/?site_id={}", other.site)).await, 1, "{list}");
        assert_eq!(count(format!("/beta/v1/{list}/")).await, 2, "{list}");
    }
    assert_eq!(count(format!("/beta/v1/site/?client_id={}", acme.client)).await, 1);
    for list in ["software", "winupdate"] {
        assert_eq!(count(format!("/beta/v1/{list}/?client_id={}", acme.client)).await, 0, "{list}");
    }
}

//! `POST /agents/installer/`: every method, every refusal.

use serde_json::{Value, json};

use super::{add_file, ask, enrol, fetch, link, token_in};
use crate::testing::TestServer;

#[tokio::test]
async fn manual_answers_with_a_line_that_fetches_the_script() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();

    let answer =
        ask(&server, location, "manual", json!({ "expires": 2, "max_uses": 1 })).await.ok();

    let made = server.admin.get("/clients/deployments/").await.ok()[0].clone();
    let url = made["url"].as_str().unwrap();
    let cmd = format!("(curl -fsSL '{url}' || wget -qO- '{url}') | sudo sh");
    assert_eq!(answer, json!({ "cmd": cmd, "url": url }));
    assert_eq!((&made["kind"], &made["max_uses"]), (&json!("installer"), &json!(1)));
    let time = |name: &str| crate::time::Timestamp::parse(made[name].as_str().unwrap()).unwrap();
    assert_eq!(time("expiry").since(time("created")).as_secs().div_ceil(60), 120);
    enrol(&server, &token_in(&fetch(&server, &made, "").await.text)).await.ok();
    fetch(&server, &made, "").await.refused(404, "not_found");
    assert_eq!(
        server.audit_lines().await[0],
        "admin add deployment admin made an enrolment token for site Main"
    );
}

#[tokio::test]
async fn bash_answers_with_the_script_itself_for_the_address_that_was_asked_for() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let more = json!({ "api": "https://rmm.example.com/", "fileName": "acme.sh", "expires": 8760 });

    let reply = ask(&server, location, "bash", more).await;

    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("content-disposition"), "attachment; filename=\"acme.sh\"");
    assert!(reply.text.starts_with("#!/bin/sh\n"));
    assert!(reply.text.contains("\nserver='https://rmm.example.com'\n"), "{}", reply.text);
    // The token is valid as long as requested.
    let token = token_in(&reply.text);
    let read =
        crate::features::deployments::EnrolmentToken::read(&token, &server.app.vault).unwrap();
    let made = server.admin.get("/clients/deployments/").await.ok()[0].clone();
    assert_eq!(json!(read.expires), made["expiry"]);
    let uid = made["uid"].as_str().unwrap();
    assert_eq!(made["url"], format!("https://rmm.example.com/clients/{uid}/deploy/"));
    // The script behind the link uses that address, too, when it is fetched there.
    let there = server.anonymous().with_header("Host", "rmm.example.com");
    let fetched = there.get(&format!("/clients/{uid}/deploy/")).await.text;
    assert!(fetched.contains("\nserver='https://rmm.example.com'\n"), "{fetched}");
    enrol(&server, &token).await.ok();
}

#[tokio::test]
async fn the_public_address_of_the_settings_is_what_agents_use() {
    let public = "https://rmm.example.org".to_owned();
    let server = TestServer::start_with(|settings| settings.public_url = Some(public)).await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let answer = ask(&server, location, "manual", json!({})).await.ok();
    let url = answer["url"].as_str().unwrap();
    assert!(url.starts_with("https://rmm.example.org/clients/"), "{url}");
}

#[tokio::test]
async fn a_link_that_enrols_at_another_server_is_recorded_and_not_served_under_this_ones_name() {
    let server = TestServer::start_with(|settings| {
        settings.public_url = Some("https://rmm.example.org".to_owned());
        settings.web_origins = vec!["https://pages.example.org".to_owned()];
    })
    .await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let cases = [
        ("https://evil.example", 404),
        ("https://rmm.example.org.evil.example", 404),
        ("https://rmm.example.org:8443", 404),
        ("https://inside.example.org", 404),
        ("https://RMM.example.org:443/muster", 200),
        ("https://pages.example.org", 200),
    ];
    for (api, status) in cases {
        ask(&server, location, "manual", json!({ "api": api })).await.ok();
        let made = server.admin.get("/clients/deployments/").await.ok();
        let made = made.as_array().unwrap().last().unwrap().clone();
        assert_eq!(fetch(&server, &made, "").await.status, status, "{api}");
        assert_eq!(server.audit().await.pop().unwrap()["after_value"]["api"], api);
        if api == "https://inside.example.org" {
            // Another name of this server: those who come by it get the script.
            let inside = server.anonymous().with_header("Host", "inside.example.org");
            let path = format!("/clients/{}/deploy/", made["uid"].as_str().unwrap());
            assert_eq!(inside.get(&path).await.status, 200);
        }
    }
}

#[tokio::test]
async fn a_platform_without_a_program_is_refused_with_what_there_is_instead() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let cases = [
        ("powershell", "windows", "386", "muster-agent.exe"),
        ("exe", "windows", "amd64", "muster-agent.exe"),
        ("manual", "windows", "arm64", "muster-agent.exe"),
        ("mac", "darwin", "arm64", "muster-agent"),
        ("bash", "linux", "arm", "muster-agent"),
    ];
    let refused = async |there: &str| {
        for (method, plat, goarch, name) in cases {
            let more = json!({ "plat": plat, "goarch": goarch });
            let refusal = ask(&server, location, method, more.clone()).await;
            let sentence = format!(
                "This server has no agent program for {plat} on {goarch}, it has {there}: to add \
                 one, put it into its data folder, as agents/{plat}-{goarch}/{name}."
            );
            assert_eq!(refusal.refused(409, "conflict")["detail"], sentence);
            let reply = server.admin.post("/clients/deployments/", link(location, more)).await;
            assert_eq!(reply.refused(409, "conflict")["detail"], sentence);
        }
    };
    refused("none at all").await;
    server.add_program();
    add_file(&server, "linux-arm64/muster-agent", "an agent\n");
    refused("linux on amd64, linux on arm64").await;
    assert_eq!(server.admin.get("/clients/deployments/").await.ok(), json!([]));
}

#[tokio::test]
async fn with_its_program_there_macos_gets_an_installer_too() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let sha256 = add_file(&server, "darwin-arm64/muster-agent", "an agent\n");

    let more = json!({ "plat": "darwin", "goarch": "arm64" });
    let answer = ask(&server, location, "mac", more.clone()).await.ok();

    let url = answer["url"].as_str().unwrap();
    assert_eq!(answer, json!({ "cmd": format!("curl -fsSL '{url}' | sudo sh"), "url": url }));
    let made = server.admin.get("/clients/deployments/").await.ok()[0].clone();
    let script = fetch(&server, &made, "").await.text;
    assert!(script.contains("\nplat='darwin'\n"), "{script}");
    assert!(script.contains(&format!("\nprograms='arm64 {sha256}'\n")), "{script}");
    assert_eq!(ask(&server, location, "manual", more).await.status, 200);
}

#[tokio::test]
async fn a_bad_request_names_every_problem() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;

    let body = json!({
        "installMethod": "floppy", "expires": 8761, "api": "ftp://x", "fileName": "../x",
        "static": "yes",
    });
    assert_eq!(
        server.admin.post("/agents/installer/", body).await.problems(),
        json!({
            "installMethod": ["Must be one of exe, powershell, manual, bash, mac."],
            "site": ["Choose a site."],
            "agenttype": ["This field is required."],
            "plat": ["This field is required."],
            "expires": ["Must be 1 to 8760."],
            "api": ["Must be an address such as https://rmm.example.com."],
            "fileName": ["Must be 1 to 100 letters, digits, dots, dashes or underscores."],
            "static": ["Must be 0 or 1."],
        })
    );
    let more = json!({ "plat": "windows", "static": 1 });
    let problems = ask(&server, location, "manual", more).await.problems();
    assert_eq!(problems, json!({ "static": ["Static is for linux."] }));
    for (method, sentence) in [("mac", "Mac is for darwin."), ("exe", "Exe is for windows.")] {
        let problems = ask(&server, location, method, json!({})).await.problems();
        assert_eq!(problems, json!({ "installMethod": [sentence] }));
    }
}

#[tokio::test]
async fn the_list_of_platforms_shows_what_can_be_handed_out_and_where_others_belong() {
    let server = TestServer::start().await;
    let kinds = server.caller_with(&[]).await.get("/agents/installer/").await.ok();
    let kind = |kinds: &Value, plat: &str, goarch: &str| {
        let is_it = |kind: &&Value| kind["plat"] == plat && kind["goarch"] == goarch;
        kinds.as_array().unwrap().iter().find(is_it).unwrap().clone()
    };
    assert_eq!(kinds.as_array().unwrap().len(), 12);
    let missing = json!({
        "plat": "windows", "goarch": "arm64", "available": false, "release": null,
        "path": "agents/windows-arm64/muster-agent.exe", "methods": [], "files": [],
    });
    assert_eq!(kind(&kinds, "windows", "arm64"), missing);

    server.add_release("1.2.3");
    let package = add_file(&server, "windows-amd64/muster-agent.msi", "a package\n");
    let fixed = add_file(&server, "linux-amd64-static/muster-agent", "a static agent\n");
    let reply = server.anonymous().get("/link/agent/linux/amd64/").await;
    let program = reply.header("etag").trim_matches('"').to_owned();

    let kinds = server.admin.get("/agents/installer/").await.ok();
    let at = |path: &str| format!("{}/link/agent/{path}", server.url);
    assert_eq!(
        kind(&kinds, "linux", "amd64"),
        json!({
            "plat": "linux", "goarch": "amd64", "available": true, "release": "1.2.3",
            "path": "agents/linux-amd64/muster-agent", "methods": ["bash", "manual"],
            "files": [
                {
                    "kind": "program", "name": "muster-agent", "size": reply.bytes.len(),
                    "sha256": program, "url": at("linux/amd64/"),
                },
                {
                    "kind": "static", "name": "muster-agent", "size": 15, "sha256": fixed,
                    "url": at("linux/amd64/?file=static"),
                },
            ],
        })
    );
    assert_eq!(
        kind(&kinds, "windows", "amd64"),
        json!({
            "plat": "windows", "goarch": "amd64", "available": true, "release": null,
            "path": "agents/windows-amd64/muster-agent.exe",
            "methods": ["powershell", "exe", "manual"],
            "files": [{
                "kind": "msi", "name": "muster-agent.msi", "size": 10, "sha256": package,
                "url": at("windows/amd64/?file=msi"),
            }],
        })
    );
    assert_eq!(kind(&kinds, "windows", "arm64"), missing);
}

#[tokio::test]
async fn an_installer_is_for_one_computer_unless_the_request_says_otherwise() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    for more in [json!({}), json!({ "max_uses": 5 }), json!({ "max_uses": null })] {
        ask(&server, location, "manual", more).await.ok();
    }
    let made = server.admin.get("/clients/deployments/").await.ok();
    let uses: Vec<&Value> = made.as_array().unwrap().iter().map(|one| &one["max_uses"]).collect();
    assert_eq!(uses, [&json!(1), &json!(5), &Value::Null]);
}

#[tokio::test]
async fn an_installer_names_the_publisher_of_the_settings() {
    let key = "ab".repeat(32);
    let publisher = key.clone();
    let server = TestServer::start_with(|settings| settings.publisher_key = Some(publisher)).await;
    let plain = TestServer::start().await;
    for (server, line) in [(&server, format!("publisher='{key}'")), (&plain, "publisher=''".into())]
    {
        let location = server.add_site("Acme", "Main").await;
        server.add_program();
        let script = ask(server, location, "bash", json!({})).await.text;
        assert!(script.lines().any(|other| other == line), "{line}: {script}");
        let made = server.admin.get("/clients/deployments/").await.ok()[0].clone();
        assert!(fetch(server, &made, "").await.text.lines().any(|other| other == line));
    }
}

//! `POST /agents/installer/`: every method, every refusal.

use serde_json::{Value, json};

use super::{enrol, fetch, link, token_in};
use crate::testing::{Location, Reply, TestServer};

async fn ask(server: &TestServer, location: Location, method: &str, more: Value) -> Reply {
    let mut body = link(location, more);
    body["installMethod"] = json!(method);
    server.admin.post("/agents/installer/", body).await
}

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
async fn a_platform_without_a_program_is_refused_with_the_path_where_it_belongs() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let cases = [
        ("powershell", "windows", "amd64"),
        ("manual", "windows", "arm64"),
        ("mac", "darwin", "arm64"),
        ("bash", "linux", "386"),
    ];
    for (method, plat, goarch) in cases {
        let more = json!({ "plat": plat, "goarch": goarch });
        let refusal = ask(&server, location, method, more.clone()).await.refused(409, "conflict");
        let start = format!("This server has no agent program for {plat} on {goarch}: ");
        assert!(refusal["detail"].as_str().unwrap().starts_with(&start), "{refusal}");
        let reply = server.admin.post("/clients/deployments/", link(location, more)).await;
        reply.refused(409, "conflict");
    }
    let refusal = ask(&server, location, "exe", json!({ "plat": "windows" })).await;
    let sentence = "There is no signed installer for Windows: use the method powershell.";
    assert_eq!(refusal.refused(409, "conflict")["detail"], sentence);
    assert_eq!(server.admin.get("/clients/deployments/").await.ok(), json!([]));
}

#[tokio::test]
async fn with_their_programs_there_windows_and_macos_get_installers_too() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "It's ’here’").await;
    for file in ["windows-amd64/muster-agent.exe", "darwin-arm64/muster-agent"] {
        let path = server.folder.path().join("agents").join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "an agent\n").unwrap();
    }

    let more = json!({ "plat": "windows", "rdp": 1 });
    let script = ask(&server, location, "powershell", more).await;
    assert_eq!(script.header("content-disposition"), "attachment; filename=\"muster-install.ps1\"");
    for line in
        ["$place = 'Acme, It''s ’’here’’'", "    if ('0' -eq '1') {", "    if ('1' -eq '1') {"]
    {
        assert!(script.text.lines().any(|other| other == line), "{line}: {}", script.text);
    }
    let answer = ask(&server, location, "manual", json!({ "plat": "windows" })).await.ok();
    let line = answer["cmd"].as_str().unwrap();
    assert!(line.starts_with("powershell -ExecutionPolicy Bypass -Command \"irm '"), "{line}");
    let more = json!({ "plat": "darwin", "goarch": "arm64" });
    let answer = ask(&server, location, "mac", more).await.ok();
    let url = answer["url"].as_str().unwrap();
    assert_eq!(answer["cmd"], format!("curl -fsSL '{url}' | sudo sh"));
}

#[tokio::test]
async fn a_bad_request_names_every_problem() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;

    let body = json!({
        "installMethod": "floppy", "expires": 8761, "api": "ftp://x", "fileName": "../x",
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
        })
    );
    for (method, sentence) in [("mac", "Mac is for darwin."), ("exe", "Exe is for windows.")] {
        let problems = ask(&server, location, method, json!({})).await.problems();
        assert_eq!(problems, json!({ "installMethod": [sentence] }));
    }
}

#[tokio::test]
async fn the_list_of_platforms_shows_which_have_a_program_and_where_others_belong() {
    let server = TestServer::start().await;
    let kinds = server.caller_with(&[]).await.get("/agents/installer/").await.ok();
    let kind = |plat: &str, goarch: &str| {
        let is_it = |kind: &&Value| kind["plat"] == plat && kind["goarch"] == goarch;
        kinds.as_array().unwrap().iter().find(is_it).unwrap().clone()
    };
    assert_eq!(kinds.as_array().unwrap().len(), 12);
    assert_eq!(
        kind("windows", "arm64"),
        json!({
            "plat": "windows", "goarch": "arm64", "available": false, "release": null,
            "path": "agents/windows-arm64/muster-agent.exe",
        })
    );

    server.add_program();

    let kinds = server.admin.get("/agents/installer/").await.ok();
    let there: Vec<&Value> =
        kinds.as_array().unwrap().iter().filter(|kind| kind["available"] == true).collect();
    assert!(there.iter().any(|kind| kind["plat"] == "linux" && kind["goarch"] == "amd64"));
    assert!(there.iter().all(|kind| kind["plat"] == "linux"), "{there:?}");
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

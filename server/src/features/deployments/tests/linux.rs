//! Installers for Linux: which of the server's programs they take.

use serde_json::json;

use super::{add_file, ask, enrol, fetch, make, token_in};
use crate::testing::TestServer;

#[tokio::test]
async fn a_script_knows_every_program_for_linux_and_its_hash() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let usual = server.add_program();
    add_file(&server, "windows-amd64/muster-agent.exe", "an agent for Windows\n");
    let arm = add_file(&server, "linux-arm64/muster-agent", "an agent for ARM\n");
    let fixed = add_file(&server, "linux-amd64-static/muster-agent", "a static agent\n");

    let script = ask(&server, location, "bash", json!({})).await.text;

    let values = format!(
        "server='{}'\ntoken='{}'\nplat='linux'\n\
         # The programs that the server has for this system, each with its SHA-256.\n\
         programs='amd64 {usual}\namd64-static {fixed}\narm64 {arm}'\n\
         # 1: the static program, whatever libraries are here.\nstatic='0'\nplace='Acme, Main'\n",
        server.url,
        token_in(&script),
    );
    assert!(script.contains(&values), "{script}");
}

#[tokio::test]
async fn the_static_program_is_installed_on_request_where_there_is_one() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let refusal = ask(&server, location, "bash", json!({ "static": 1 })).await;
    let sentence = "This server has no static agent program for linux on amd64: put one into its \
                    data folder, as agents/linux-amd64-static/muster-agent, or ask for an \
                    installer without static.";
    assert_eq!(refusal.refused(409, "conflict")["detail"], sentence);
    let made = make(&server, location, json!({})).await;
    fetch(&server, &made, "?static=1").await.refused(404, "not_found");

    add_file(&server, "linux-amd64-static/muster-agent", "a static agent\n");

    let script = ask(&server, location, "bash", json!({ "static": 1 })).await.text;
    assert!(script.contains("\nstatic='1'\n"), "{script}");
    let answer = ask(&server, location, "manual", json!({ "static": 1 })).await.ok();
    let list = server.admin.get("/clients/deployments/").await.ok();
    let url =
        format!("{}?static=1", list.as_array().unwrap().last().unwrap()["url"].as_str().unwrap());
    let cmd = format!("(curl -fsSL '{url}' || wget -qO- '{url}') | sudo sh");
    assert_eq!(answer, json!({ "cmd": cmd, "url": url }));
    let script = fetch(&server, &made, "?static=1").await.text;
    assert!(script.contains("\nstatic='1'\n"), "{script}");
    assert!(fetch(&server, &made, "").await.text.contains("\nstatic='0'\n"));
}

#[tokio::test]
async fn a_static_program_is_enough_for_an_installer() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let fixed = add_file(&server, "linux-amd64-static/muster-agent", "a static agent\n");

    let script = ask(&server, location, "bash", json!({})).await.text;

    assert!(script.contains(&format!("\nprograms='amd64-static {fixed}'\n")), "{script}");
    enrol(&server, &token_in(&script)).await.ok();
}

//! The agent programs a server hands out.

use serde_json::json;

use super::{add_file, fetch, make};
use crate::testing::TestServer;

#[tokio::test]
async fn a_program_is_handed_out_as_it_is_to_anybody() {
    let server = TestServer::start().await;
    let sha256 = server.add_program();

    let reply = server.anonymous().get("/link/agent/linux/amd64/").await;

    assert_eq!((reply.status, reply.text.as_str()), (200, "an agent\n"));
    assert_eq!(reply.header("content-type"), "application/octet-stream");
    assert_eq!(reply.header("content-length"), "9");
    assert_eq!(reply.header("etag"), format!("\"{sha256}\""));
    assert_eq!(reply.header("content-disposition"), "");
}

#[tokio::test]
async fn static_programs_and_packages_are_handed_out_beside_the_usual_program() {
    let server = TestServer::start().await;
    server.add_program();
    add_file(&server, "windows-amd64/muster-agent.exe", "an agent for Windows\n");
    let fixed = add_file(&server, "linux-amd64-static/muster-agent", "a static agent\n");
    let package = add_file(&server, "windows-amd64/muster-agent.msi", "a package\n");
    let name = "attachment; filename=\"muster-agent.msi\"";
    for (path, text, sha256, disposition) in [
        ("linux/amd64/?file=static", "a static agent\n", fixed, ""),
        ("windows/amd64/?file=msi", "a package\n", package, name),
    ] {
        let reply = server.anonymous().get(&format!("/link/agent/{path}")).await;
        assert_eq!((reply.status, reply.text.as_str()), (200, text), "{path}");
        assert_eq!(reply.header("etag"), format!("\"{sha256}\""));
        assert_eq!(reply.header("content-disposition"), disposition);
    }
    for path in ["linux/amd64/?file=program", "windows/amd64/"] {
        let reply = server.anonymous().get(&format!("/link/agent/{path}")).await;
        assert!(reply.text.starts_with("an agent"), "{path}: {}", reply.text);
    }
}

#[tokio::test]
async fn only_programs_of_known_platforms_can_be_downloaded() {
    let server = TestServer::start().await;
    server.add_program();
    for path in [
        "linux/386/",
        "amiga/amd64/",
        "linux/..%2Flinux-amd64/",
        "..%2Fagents%2Flinux/amd64/",
        "linux/amd64-static/",
        "linux/amd64/?file=static",
        "linux/amd64/?file=msi",
        "linux/amd64/?file=../../secret.key",
        "windows/amd64/?file=msi",
    ] {
        let reply = server.anonymous().get(&format!("/link/agent/{path}")).await;
        assert_eq!(reply.refused(404, "not_found")["detail"], "Agent program not found.", "{path}");
    }
}

#[tokio::test]
async fn a_replaced_program_has_its_new_hash() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let sha256 = server.add_program();
    let made = make(&server, location, json!({})).await;
    assert!(fetch(&server, &made, "").await.text.contains(sha256));

    let path = server.folder.path().join("agents/linux-amd64/muster-agent");
    std::fs::write(path, "another agent\n").unwrap();

    assert!(!fetch(&server, &made, "").await.text.contains(sha256));
}

#[tokio::test]
async fn a_program_of_the_same_size_and_time_is_noticed_too() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    server.add_program();
    let made = make(&server, location, json!({})).await;
    let folder = server.folder.path().join("agents/linux-amd64");
    let written = std::fs::metadata(folder.join("muster-agent")).unwrap().modified().unwrap();

    let sha256 = add_file(&server, "linux-amd64/new", "an agenT\n");
    let new = std::fs::File::options().append(true).open(folder.join("new")).unwrap();
    new.set_modified(written).unwrap();
    std::fs::rename(folder.join("new"), folder.join("muster-agent")).unwrap();

    assert!(fetch(&server, &made, "").await.text.contains(&sha256));
}

//! The audit log's chain, and other things the command line shows.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::server::Server;
use crate::{database, turn};

/// What somebody with access to the database might try, and the row it shows
/// in.
const FORGERIES: &[(&str, &str)] = &[
    ("update audit_log set message = 'nothing happened' where id = 3", "row 3"),
    ("update audit_log set username = 'somebody' where id = 1", "row 1"),
    ("delete from audit_log where id = 2", "row 2"),
    (
        "update audit_log set id = -1 where id = 2; update audit_log set id = 2 where id = 3;
         update audit_log set id = 3 where id = -1",
        "row 2",
    ),
    (
        "delete from audit_log where id = (select max(id) from audit_log);
         delete from audit_log where id = (select max(id) from audit_log)",
        "row 5",
    ),
    (
        "delete from audit_log where id > 4; update audit_head set last_id = 4,
             last_hash = (select hash from audit_log where id = 4)",
        "row 5",
    ),
    ("delete from audit_log; update audit_head set last_id = 0, last_hash = ''", "row 1"),
    (
        "delete from audit_log; update audit_head set last_id = 0, last_hash = '', last_time = 0,
             counter = 0, mac = ''",
        "row 1",
    ),
];

#[tokio::test]
async fn a_forged_audit_log_is_found_out_and_the_row_named() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let agent = Agent::join(&server, "pc-1").await;
    assert_eq!(server.api.run(&agent.id, "sh", "echo", 10).await.status, 200);

    // User, key, client, token, agent, command: while the server runs.
    let verified = server.muster(&["audit", "verify"]).await;
    assert_eq!(
        (verified.code, verified.stdout.trim()),
        (Some(0), "The audit log is intact: 6 rows.")
    );
    server.terminate().await;
    let good = std::fs::read(server.database_file()).unwrap();
    for (statements, row) in FORGERIES {
        let mut db = database::open(&server.database_file()).await;
        database::execute(&mut db, statements).await;
        database::close(db).await;
        let verified = server.muster(&["audit", "verify"]).await;
        let said = &verified.stdout;
        assert_eq!(verified.code, Some(1), "{statements}: {said}");
        assert!(said.contains("NOT intact") && said.contains(row), "{statements}: {said}");
        std::fs::write(server.database_file(), &good).unwrap();
    }
    assert_eq!(server.muster(&["audit", "verify"]).await.code, Some(0));
}

#[tokio::test]
async fn an_older_copy_of_the_database_is_found_out_by_the_anchors_of_the_log() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    server.terminate().await;
    let older = std::fs::read(server.database_file()).unwrap();
    server.restart().await;
    let client = json!({ "client": { "name": "Gone" }, "site": { "name": "Main" } });
    assert_eq!(server.api.post("/clients/", client).await.status, 200);
    server.terminate().await;
    assert!(server.log().contains("\"anchor\":"), "{}", server.log());
    std::fs::write(server.database_file(), older).unwrap();

    // User, key and client were there before.
    let verified = server.muster(&["audit", "verify"]).await;
    assert_eq!(verified.code, Some(1), "{}", verified.stdout);
    let problem = "from row 4 on: the log has had row 4, as audit-anchors says";
    assert!(verified.stdout.contains(problem), "{}", verified.stdout);
}

#[tokio::test]
async fn the_doctor_finds_a_fresh_server_healthy_and_a_forged_log_ill() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let report = server.muster(&["doctor"]).await;
    assert_eq!(report.code, Some(0), "{}{}", report.stdout, report.stderr);

    let mut db = database::open(&server.database_file()).await;
    database::execute(&mut db, "delete from audit_log where id = 1").await;
    let report = server.muster(&["doctor"]).await;
    assert_eq!(report.code, Some(1), "{}", report.stdout);
    assert!(report.stdout.contains("row 1"), "{}", report.stdout);
}

#[tokio::test]
async fn the_printed_description_of_the_api_is_the_one_in_the_project() {
    let _turn = turn::shared().await;
    let server = Server::start_bare(&[], None).await;
    let printed = server.muster(&["openapi"]).await;
    assert_eq!(printed.code, Some(0), "{}", printed.stderr);
    let printed: Value = serde_json::from_str(&printed.stdout).expect("it is JSON");
    assert!(!printed["paths"]["/agents/{agent_id}/cmd/"].is_null());

    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi.json");
    let Ok(kept) = std::fs::read(path) else {
        println!("skipped: the project has no openapi.json to compare with");
        return;
    };
    let kept: Value = serde_json::from_slice(&kept).expect("openapi.json is JSON");
    assert!(printed == kept, "the program was built with another openapi.json");
}

//! Wrong settings stop the start, with one sentence that names them.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;

use crate::database;
use crate::process::{Ended, Process, program_at, program_path};
use crate::server::{Server, refused_start};
use crate::turn;
use crate::waiting::{until, until_true};

#[tokio::test]
async fn a_wrong_setting_stops_the_start_with_one_sentence_that_names_it() {
    let _turn = turn::shared().await;
    let folder = tempfile::tempdir().unwrap();
    let cert = folder.path().join("server.pem").display().to_string();
    let missing = folder.path().join("none").join("server.key").display().to_string();
    let table: &[(&str, &[(&str, &str)])] = &[
        ("MUSTER_LISTEN", &[("MUSTER_LISTEN", "nonsense")]),
        ("MUSTER_DATABASE_URL", &[("MUSTER_DATABASE_URL", "mysql://x")]),
        ("MUSTER_BUS_URL", &[("MUSTER_BUS_URL", "nats://127.0.0.1:4222")]),
        ("BETA_API_ENABLED", &[("BETA_API_ENABLED", "true")]),
        ("MUSTER_TLS_CERT", &[("MUSTER_TLS_CERT", &cert)]),
        ("MUSTER_TLS_KEY", &[("MUSTER_TLS_KEY", &cert)]),
        ("MUSTER_TLS_CERT", &[("MUSTER_TLS_CERT", &cert), ("MUSTER_TLS_KEY", &missing)]),
        ("MUSTER_PUBLISHER_KEY", &[("MUSTER_PUBLISHER_KEY", "abcd")]),
        ("MUSTER_PUBLIC_URL", &[("MUSTER_PUBLIC_URL", "rmm.example.com")]),
        ("SWAGGER_ENABLED", &[("SWAGGER_ENABLED", "perhaps")]),
        ("OUTPUT_LIMIT", &[("OUTPUT_LIMIT", "-1")]),
        ("TRUSTED_PROXIES", &[("TRUSTED_PROXIES", "everybody")]),
        ("OUTBOUND_ALLOW", &[("OUTBOUND_ALLOW", "mail.example.com")]),
        ("TWILIO_URL", &[("TWILIO_URL", "api.twilio.com")]),
    ];
    for (name, settings) in table {
        let refused = refused_start(settings, &[]).await;
        assert_names(&refused, name);
    }
}

#[tokio::test]
async fn an_unknown_key_in_the_settings_file_stops_the_start() {
    let _turn = turn::shared().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("muster.toml");
    std::fs::write(&file, "MUSTER_LISTENS = \"127.0.0.1:0\"\n").unwrap();
    let path = file.display().to_string();

    let refused = refused_start(&[], &["--config", &path]).await;
    assert_names(&refused, "MUSTER_LISTENS");
    let refused = refused_start(&[], &["--config", "/nowhere/muster.toml"]).await;
    assert_names(&refused, "/nowhere/muster.toml");
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_left_alone() {
    let _turn = turn::shared().await;
    let mut server = Server::start_bare(&[], None).await;
    server.terminate().await;
    let mut db = database::open(&server.database_file()).await;
    let insert = "insert into seaql_migrations (version, applied_at) values ('m9999_future', 1)";
    database::execute(&mut db, insert).await;
    drop(db);

    let refused = server.muster(&["serve"]).await;
    assert_names(&refused, "m9999_future");
    assert!(refused.stderr.contains("newer"), "{}", refused.stderr);
}

#[tokio::test]
async fn a_mail_server_that_may_not_be_used_is_reported_by_the_doctor_and_at_the_start() {
    let _turn = turn::shared().await;
    let mut server = Server::start().await;
    let mail = json!({ "smtp_host": "127.0.0.1" });
    assert_eq!(server.api.put("/core/settings/", mail).await.status, 200);

    let report = server.muster(&["doctor"]).await;
    assert_eq!(report.code, Some(1), "{}", report.stdout);
    assert!(report.stdout.contains("OUTBOUND_ALLOW"), "{}", report.stdout);
    server.terminate().await;
    server.restart().await;
    until_true("the start warns", || server.log().contains("OUTBOUND_ALLOW")).await;

    server.set("OUTBOUND_ALLOW", "127.0.0.1");
    let report = server.muster(&["doctor"]).await;
    assert_eq!(report.code, Some(0), "{}{}", report.stdout, report.stderr);
    assert!(report.stdout.contains("127.0.0.1, port 587"), "{}", report.stdout);
}

#[tokio::test]
async fn settings_that_protect_too_little_are_named_at_the_start_and_by_the_doctor() {
    let _turn = turn::shared().await;
    let settings = [("TRUSTED_PROXIES", "10.0.0.0/8, 192.0.2.1"), ("MON_TOKEN", "short")];
    let server = Server::start_with(&settings).await;

    let report = server.muster(&["doctor"]).await;

    assert_eq!(report.code, Some(0), "{}{}", report.stdout, report.stderr);
    let log = server.log();
    for part in ["TRUSTED_PROXIES has 10.0.0.0/8", "MON_TOKEN"] {
        assert!(report.stdout.contains(part) && log.contains(part), "{}{log}", report.stdout);
    }
    assert!(!report.stdout.contains("192.0.2.1"), "{}", report.stdout);
}

#[tokio::test]
async fn a_server_that_others_reach_without_tls_says_so() {
    let _turn = turn::shared().await;
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start_bare(&[], None).await;
    let report = server.muster(&["doctor"]).await;
    assert!(!report.stdout.contains("WARN") && !server.log().contains("encryption"));
    server.terminate().await;

    server.set("MUSTER_LISTEN", "0.0.0.0:0");
    let report = server.muster(&["doctor"]).await;
    let warning =
        "WARNING MUSTER_LISTEN: others reach 0.0.0.0:0 without encryption; set MUSTER_TLS_CERT";
    assert_eq!(report.code, Some(0), "{}", report.stdout);
    assert!(report.stdout.contains(warning), "{}", report.stdout);
    let mut open = server.start_muster(&["serve"], &folder.path().join("open.log"));
    open.line_with("listens on ").await.expect("it starts");
    assert!(open.log().contains("others reach 0.0.0.0:0 without encryption"), "{}", open.log());
    open.terminate().await;
}

fn assert_names(refused: &Ended, name: &str) {
    let said = refused.refusal();
    assert!(said.starts_with("muster: ") && said.contains(name), "{name}: {said}");
}

/// Starts a server that would let everybody read and write its files.
fn serve_with_open_umask(data: &Path, log: &Path) -> Process {
    let mut shell = program_at(Path::new("/bin/sh"));
    shell.args(["-c", "umask 0; exec \"$0\" serve"]).arg(program_path("muster"));
    shell.env("MUSTER_DATA", data).env("MUSTER_LISTEN", "127.0.0.1:0");
    Process::start(shell, log)
}

/// The rights of others on everything the server keeps, once it has its files.
async fn rights_of_others(data: &Path) -> Vec<(String, u32)> {
    until("the files are there", async || {
        let names = ["muster.db", "muster.db-wal", "muster.db-shm", "secret.key"];
        names.iter().all(|name| data.join(name).exists()).then_some(())
    })
    .await;
    let mut found = vec![(String::from("data"), data.to_owned())];
    for entry in std::fs::read_dir(data).unwrap() {
        let entry = entry.unwrap();
        found.push((entry.file_name().display().to_string(), entry.path()));
    }
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o077;
    found.into_iter().map(|(name, path)| (name, mode(&path))).collect()
}

#[tokio::test]
async fn others_cannot_read_what_a_server_keeps_whatever_the_umask() {
    let _turn = turn::shared().await;
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("new").join("data"), folder.path().join("log"));

    let mut server = serve_with_open_umask(&data, &log);
    for (name, rights) in rights_of_others(&data).await {
        assert_eq!(rights, 0, "{name}");
    }
    server.terminate().await;

    // As an earlier version left it.
    let database = data.join("muster.db");
    std::fs::set_permissions(&database, std::fs::Permissions::from_mode(0o644)).unwrap();
    let mut server = serve_with_open_umask(&data, &log);
    until("others have no right to the database", async || {
        rights_of_others(&data).await.iter().all(|(_, rights)| *rights == 0).then_some(())
    })
    .await;
    server.terminate().await;
}

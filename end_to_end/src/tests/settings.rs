//! Wrong settings stop the start, with one sentence that names them.

use crate::database;
use crate::process::Ended;
use crate::server::{Server, refused_start};
use crate::turn;

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
        ("MUSTER_PUBLIC_URL", &[("MUSTER_PUBLIC_URL", "rmm.example.com")]),
        ("SWAGGER_ENABLED", &[("SWAGGER_ENABLED", "perhaps")]),
        ("OUTPUT_LIMIT", &[("OUTPUT_LIMIT", "-1")]),
        ("TRUSTED_PROXIES", &[("TRUSTED_PROXIES", "everybody")]),
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

fn assert_names(refused: &Ended, name: &str) {
    let said = refused.refusal();
    assert!(said.starts_with("muster: ") && said.contains(name), "{name}: {said}");
}

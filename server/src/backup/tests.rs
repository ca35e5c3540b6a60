//! Backups of real servers, loaded into empty databases of both engines.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};

use super::file::{BackupLine, HEAD_BYTES, Header, Section, Writer};
use super::load::RestoreError;
use super::save::SaveError;
use super::{Backup, Contents, save};
use crate::audit::{Verdict, verify};
use crate::auth::Vault;
use crate::storage::{Database, MigrateError, migrate, sql};
use crate::testing::{TestServer, World, empty, empty_databases, grow};

/// A server with rows in most tables.
async fn full_server() -> TestServer {
    let server = TestServer::start().await;
    let world = World::new(&server, "tenant").await;
    grow(&server, &world, 0..3).await;
    let command = json!({ "shell": "sh", "cmd": "echo \"\\ \u{1F600} \n\t'", "timeout": 60 });
    let path = format!("/agents/{}/cmd/", world.agent.agent_id);
    server.admin.post(&path, command).await.ok();
    server
}

/// Loads a backup and commits it.
async fn load(db: &Database, backup: Backup) -> Result<Contents, RestoreError> {
    let (contents, write) = super::load(db, backup).await?;
    write.commit().await?;
    Ok(contents)
}

fn open(path: &Path, vault: &Vault) -> Backup {
    Backup::open(path, vault, false).unwrap()
}

/// The rows of each table as objects, sorted: engines return them in any order,
/// and write booleans and whole numbers differently.
fn rows(path: &Path, vault: &Vault) -> BTreeMap<String, Vec<String>> {
    let mut backup = open(path, vault);
    let mut tables = BTreeMap::new();
    let mut current = (String::new(), Vec::new());
    loop {
        match backup.next_line().unwrap() {
            BackupLine::Section(Section::Table { table, columns, .. }) => {
                tables.insert(table.clone(), Vec::new());
                current = (table, columns);
            }
            BackupLine::Section(Section::End { .. }) => break,
            BackupLine::Row(row) => {
                let values: Vec<Value> = serde_json::from_str(&row).unwrap();
                let values = values.into_iter().map(|value| match value {
                    Value::Bool(truth) => json!(f64::from(u8::from(truth))),
                    Value::Number(number) => json!(number.as_f64()),
                    other => other,
                });
                let object: Map<String, Value> = current.1.iter().cloned().zip(values).collect();
                // Triggers increment revisions while rows are inserted; they only have to
                // grow.
                let mut sorted: Vec<String> = object
                    .iter()
                    .filter(|(name, _)| *name != "revision")
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                sorted.sort();
                tables.get_mut(&current.0).unwrap().push(sorted.join(" "));
            }
        }
    }
    tables.values_mut().for_each(|rows| rows.sort());
    tables
}

#[tokio::test]
async fn everything_that_was_saved_comes_back_on_either_engine() {
    let server = full_server().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup");
    let saved = save(&server.app.db, &server.app.vault, &file).await.unwrap();
    assert!(saved.tables > 30 && saved.rows > 100, "{saved}");

    for (number, location) in empty_databases(folder.path()).await.iter().enumerate() {
        let db = Database::open(location).await.unwrap();
        let restored = load(&db, open(&file, &server.app.vault)).await.unwrap();
        assert_eq!(restored, saved);
        migrate(&db).await.unwrap();
        let again = folder.path().join(format!("again-{number}"));
        assert_eq!(save(&db, &server.app.vault, &again).await.unwrap(), saved);
        assert_eq!(rows(&again, &server.app.vault), rows(&file, &server.app.vault));
        let verdict = verify(&db, &server.app.vault, folder.path()).await.unwrap();
        assert!(matches!(verdict, Verdict::Intact { rows, .. } if rows > 0), "{verdict:?}");
        db.close().await;
    }
}

#[tokio::test]
async fn ids_continue_after_those_assigned_before() {
    let server = full_server().await;
    let write = server.app.db.begin().await.unwrap();
    let insert = "insert into clients (name, created_time, modified_time) values ($1, 0, 0)
                  returning id";
    let gone = sql::number(&write, insert, ["gone".into()]).await.unwrap();
    sql::execute(&write, "delete from clients where id = $1", [gone.into()]).await.unwrap();
    write.commit().await.unwrap();

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup");
    save(&server.app.db, &server.app.vault, &file).await.unwrap();
    for location in empty_databases(folder.path()).await {
        let db = Database::open(&location).await.unwrap();
        load(&db, open(&file, &server.app.vault)).await.unwrap();
        let write = db.begin().await.unwrap();
        assert_eq!(sql::number(&write, insert, ["new".into()]).await.unwrap(), gone + 1);
        write.rollback().await.unwrap();
        db.close().await;
    }
}

#[tokio::test]
async fn a_database_that_a_server_has_used_is_refused_and_left_as_it_is() {
    let server = full_server().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup");
    let saved = save(&server.app.db, &server.app.vault, &file).await.unwrap();
    let other = TestServer::start().await;
    let refused = load(&other.app.db, open(&file, &server.app.vault)).await;
    assert!(matches!(refused, Err(RestoreError::NotEmpty)), "{refused:?}");

    // Also the one it came from, and one that was restored a moment ago.
    let refused = load(&server.app.db, open(&file, &server.app.vault)).await;
    assert!(matches!(refused, Err(RestoreError::NotEmpty)), "{refused:?}");
    let db = Database::open(&empty(folder.path()).await).await.unwrap();
    assert_eq!(load(&db, open(&file, &server.app.vault)).await.unwrap(), saved);
    let refused = load(&db, open(&file, &server.app.vault)).await;
    assert!(matches!(refused, Err(RestoreError::NotEmpty)), "{refused:?}");
    db.close().await;
}

#[tokio::test]
async fn a_damaged_file_is_refused_wherever_the_damage_is() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup");
    save(&server.app.db, &server.app.vault, &file).await.unwrap();
    let good = std::fs::read(&file).unwrap();
    let damaged = folder.path().join("damaged");
    let opened = |bytes: &[u8]| {
        std::fs::write(&damaged, bytes).unwrap();
        Backup::open(&damaged, &server.app.vault, true).map(|_| ())
    };
    for index in [80, 100, HEAD_BYTES, good.len() / 2, good.len() - 33, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[index] ^= 1;
        assert!(matches!(opened(&bytes), Err(RestoreError::Damaged)), "byte {index}");
    }
    for length in [60, HEAD_BYTES, good.len() / 2, good.len() - 1] {
        let opened = opened(&good[..length]);
        assert!(matches!(opened, Err(RestoreError::Damaged)), "{length} bytes");
    }
    assert!(matches!(opened(&[&good[..], b"x"].concat()), Err(RestoreError::Damaged)));
    for other in [&b""[..], b"muster", b"SQLite format 3\0 and so on, for more than 48 bytes"] {
        assert!(matches!(opened(other), Err(RestoreError::NotABackup { .. })));
    }
    let missing = Backup::open(&folder.path().join("missing"), &server.app.vault, true);
    assert!(matches!(missing, Err(RestoreError::Unreadable { .. })));
}

/// A backup as the first releases made it: compressed lines and a digest that
/// anybody can compute.
fn write_unsigned(path: &Path, lines: &[String]) {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    lines.iter().for_each(|line| writeln!(encoder, "{line}").unwrap());
    let mut bytes = b"muster backup 1\n".to_vec();
    bytes.extend(encoder.finish().unwrap());
    let digest = blake3::hash(&bytes);
    bytes.extend(digest.as_bytes());
    std::fs::write(path, bytes).unwrap();
}

fn head(vault: &Vault, migrations: &[&str]) -> Header {
    Header {
        version: "9.0.0".to_owned(),
        made: String::new(),
        key_fingerprint: vault.fingerprint().to_owned(),
        migrations: migrations.iter().map(|name| (*name).to_owned()).collect(),
    }
}

#[tokio::test]
async fn a_backup_shows_no_secret_and_one_that_somebody_made_up_is_refused() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let away = server.enrol(location, "pc-1").await.agent_id;
    let secret = json!({ "name": "token", "value": "kanarienvogel" });
    server.admin.post("/core/keystore/", secret).await.ok();
    let script = server.add_script("echo {{global.token}}").await;
    let body = json!({ "script": script, "output": "forget", "args": ["{{global.token}}"] });
    server.admin.post(&format!("/agents/{away}/runscript/"), body).await.ok();
    let (folder, vault) = (tempfile::tempdir().unwrap(), &server.app.vault);
    let file = folder.path().join("backup");
    save(&server.app.db, vault, &file).await.unwrap();

    let bytes = std::fs::read(&file).unwrap();
    let holds = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
    assert!(!holds(b"kanarienvogel") && !holds(b"Acme") && !holds(b"{\"version\""));
    let mut unpacked = Vec::new();
    assert!(GzDecoder::new(&bytes[HEAD_BYTES..]).read_to_end(&mut unpacked).is_err());
    assert!(rows(&file, vault)["clients"][0].contains("Acme"), "the key opens it");

    // Without the key only one of the old kind can be made.
    let role = r#"{"table":"roles","columns":["id","name"],"last_id":1}"#;
    let header = serde_json::to_string(&head(vault, &["m0001_accounts"])).unwrap();
    let lines = [header.as_str(), role, r#"[1,"superusers"]"#, r#"{"rows":1}"#].map(str::to_owned);
    let forged = folder.path().join("forged");
    write_unsigned(&forged, &lines);
    let refused = Backup::open(&forged, vault, false).map(|_| ());
    assert!(matches!(refused, Err(RestoreError::Unsigned)), "{refused:?}");
    let mut old = Backup::open(&forged, vault, true).unwrap();
    assert!(matches!(old.next_line(), Ok(BackupLine::Section(Section::Table { .. }))));
    std::fs::write(&forged, [&std::fs::read(&forged).unwrap()[..], b"x"].concat()).unwrap();
    let refused = Backup::open(&forged, vault, true).map(|_| ());
    assert!(matches!(refused, Err(RestoreError::Damaged)), "{refused:?}");
}

#[tokio::test]
async fn a_backup_of_another_installation_or_through_a_link_is_refused() {
    let (server, other) = (TestServer::start().await, TestServer::start().await);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup");
    save(&server.app.db, &server.app.vault, &file).await.unwrap();
    let refused = Backup::open(&file, &other.app.vault, true).map(|_| ());
    assert!(matches!(refused, Err(RestoreError::ForeignKey)), "{refused:?}");
    let mine = folder.path().join("mine");
    let refused = save(&server.app.db, &other.app.vault, &mine).await;
    assert!(matches!(refused, Err(SaveError::ForeignKey)), "{refused:?}");

    // What an attacker who can write there puts in the way is not written through.
    let victim = folder.path().join("victim");
    std::fs::write(&victim, "precious").unwrap();
    std::os::unix::fs::symlink(&victim, folder.path().join("mine.part")).unwrap();
    save(&server.app.db, &server.app.vault, &mine).await.unwrap();
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
}

#[tokio::test]
async fn a_backup_of_a_newer_program_or_with_foreign_rows_is_refused_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start().await;
    let vault = &server.app.vault;
    let write = |name: &str, migrations: &[&str], lines: &[&str]| {
        let path = folder.path().join(name);
        let mut writer = Writer::create(&path, vault).unwrap();
        writer.write(&head(vault, migrations)).unwrap();
        lines.iter().for_each(|line| writer.write_text(line).unwrap());
        writer.finish().unwrap();
        open(&path, vault)
    };
    let db = Database::open(&empty(folder.path()).await).await.unwrap();
    let newer = write("newer", &["m0001_accounts", "m9999_tomorrow"], &[r#"{"rows":0}"#]);
    let refused = load(&db, newer).await;
    assert!(
        matches!(&refused, Err(RestoreError::Schema(MigrateError::Newer { migration }))
            if migration == "m9999_tomorrow"),
        "{refused:?}"
    );

    let table = r#"{"table":"roles","columns":["id","name"],"last_id":1}"#;
    for (name, lines) in [
        ("no-end", vec![table]),
        ("wrong-count", vec![table, r#"{"rows":7}"#]),
        ("no-table", vec!["[1]", r#"{"rows":1}"#]),
        ("unknown-table", vec![r#"{"table":"sqlite_master","columns":[],"last_id":null}"#]),
        ("unknown-column", vec![r#"{"table":"roles","columns":["id) --"],"last_id":null}"#]),
    ] {
        let refused = load(&db, write(name, &["m0001_accounts"], &lines)).await;
        assert!(matches!(refused, Err(RestoreError::Damaged)), "{name}: {refused:?}");
    }
    // Empty as before: a good one can follow.
    let lines = [table, r#"[1,"technicians"]"#, r#"{"rows":1}"#];
    let refused = load(&db, write("bad-row", &["m0001_accounts"], &lines)).await;
    assert!(matches!(refused, Err(RestoreError::Database(_))), "a needed column is missing");
    let file = folder.path().join("good");
    let saved = save(&server.app.db, &server.app.vault, &file).await.unwrap();
    assert_eq!(load(&db, open(&file, &server.app.vault)).await.unwrap(), saved);
    db.close().await;
}

#[tokio::test]
async fn a_file_is_never_overwritten_and_an_unfinished_one_leaves_nothing() {
    let server = TestServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup");
    std::fs::write(&file, "precious").unwrap();
    let refused = save(&server.app.db, &server.app.vault, &file).await;
    assert!(matches!(refused, Err(SaveError::Exists { .. })), "{refused:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");

    drop(Writer::create(&folder.path().join("unfinished"), &server.app.vault).unwrap());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let db = Database::open(&empty(folder.path()).await).await.unwrap();
    let refused = save(&db, &server.app.vault, &folder.path().join("nothing")).await;
    assert!(matches!(refused, Err(SaveError::Empty)), "{refused:?}");
    db.close().await;
}

//! A fresh, migrated database per test, copied from a template.
//!
//! What PostgreSQL copies and drops goes on beside the tests, in a thread of its own: a
//! test would wait for it as long as for everything else it does.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Executor};
use tokio::runtime;
use tokio::sync::{OnceCell, mpsc};

use crate::auth::random_letters;
use crate::features::scripts::install;
use crate::storage::{Database, Location, migrate};

/// The address of a fresh database; none for SQLite, whose file is already in
/// the folder.
pub async fn fresh(folder: &Path) -> Option<String> {
    match std::env::var("MUSTER_TEST_DATABASE_URL") {
        Ok(server) => Some(fresh_postgres(&server, folder).await),
        Err(_) => {
            let template = sqlite_template().await;
            std::fs::write(folder.join("muster.db"), template).expect("the folder is writable");
            None
        }
    }
}

/// An empty database on the engine of the tests.
pub async fn empty(folder: &Path) -> Location {
    let mut all = empty_databases(folder).await;
    all.pop().expect("there is one for each engine")
}

/// Empty databases: a file, and one of PostgreSQL when the tests have it, which
/// comes last.
pub async fn empty_databases(folder: &Path) -> Vec<Location> {
    let name = format!("empty_{}", random_letters(12).to_lowercase());
    let mut all = vec![Location::File(folder.join(&name))];
    if let Ok(server) = std::env::var("MUSTER_TEST_DATABASE_URL") {
        run(&server, &format!("create database {name}")).await;
        let options = PgConnectOptions::from_str(&with_name(&server, &name)).expect("a URL");
        all.push(Location::Postgres(Box::new(options)));
    }
    all
}

async fn sqlite_template() -> &'static [u8] {
    static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("template.db");
            let db = Database::open(&Location::File(path.clone())).await.expect("it opens");
            migrate(&db).await.expect("it migrates");
            install(&db).await.expect("the script library fits");
            db.close().await;
            std::fs::read(path).expect("closing has written everything into the file")
        })
        .await
}

/// How many copies wait for tests: those that begin together need some at once.
const READY: usize = 4;
/// The connections of a test that has just ended are gone by then, and PostgreSQL does
/// not wait for them.
const BETWEEN_DROPS: Duration = Duration::from_millis(200);

async fn fresh_postgres(server: &str, folder: &Path) -> String {
    static COPIES: OnceLock<tokio::sync::Mutex<mpsc::Receiver<String>>> = OnceLock::new();
    let copies = COPIES.get_or_init(|| tokio::sync::Mutex::new(start_copying(server.to_owned())));
    let copy = copies.lock().await.recv().await;
    let name = copy.expect("PostgreSQL copies the template; if not, its thread has said why");
    let used = (folder.to_owned(), name.clone());
    USED.lock().expect("no holder of this lock panics").push(used);
    with_name(server, &name)
}

/// Its thread outlives every test, and ends with the process.
fn start_copying(server: String) -> mpsc::Receiver<String> {
    let (ready, copies) = mpsc::channel(READY);
    thread::spawn(move || {
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a thread has a runtime").block_on(async {
            let template = make_template(&server).await;
            tokio::join!(
                copy(&server, &template, &ready),
                copy(&server, &template, &ready),
                drop_unused(&server),
            )
        });
    });
    copies
}

async fn make_template(server: &str) -> String {
    let name = format!("template_{}", random_letters(12).to_lowercase());
    run(server, &format!("create database {name}")).await;
    let options = PgConnectOptions::from_str(&with_name(server, &name)).expect("a URL");
    let db = Database::open(&Location::Postgres(Box::new(options))).await.expect("it opens");
    migrate(&db).await.expect("it migrates");
    install(&db).await.expect("the script library fits");
    db.close().await;
    name
}

/// `create database … template` copies a migrated database; copying whole files
/// is faster than logging their content.
async fn copy(server: &str, template: &str, ready: &mpsc::Sender<String>) {
    let mut connection = connect(server).await.expect("PostgreSQL answers");
    while let Ok(place) = ready.reserve().await {
        let name = format!("test_{}", random_letters(12).to_lowercase());
        let statement = format!("create database {name} template {template} strategy file_copy");
        connection.execute(sqlx::AssertSqlSafe(statement)).await.expect("it is copied");
        place.send(name);
    }
}

/// The folders of tests, and their databases.
static USED: Mutex<Vec<(PathBuf, String)>> = Mutex::new(Vec::new());

/// A test whose folder is gone has ended: hundreds of databases would be
/// gigabytes.
async fn drop_unused(server: &str) {
    loop {
        tokio::time::sleep(BETWEEN_DROPS).await;
        let unused: Vec<(PathBuf, String)> = {
            let mut used = USED.lock().expect("no holder of this lock panics");
            used.extract_if(.., |(folder, _)| !folder.exists()).collect()
        };
        for (folder, name) in unused {
            let statement = format!("drop database {name} with (force)");
            // PostgreSQL waits a few seconds for connections that it ends: a machine that
            // stands still may need longer, and the next round tries again.
            if try_run(server, &statement).await.is_err() {
                USED.lock().expect("no holder of this lock panics").push((folder, name));
            }
        }
    }
}

async fn run(server: &str, statement: &str) {
    try_run(server, statement).await.expect("PostgreSQL answers, and the statement works");
}

async fn try_run(server: &str, statement: &str) -> Result<(), sqlx::Error> {
    connect(server).await?.execute(sqlx::AssertSqlSafe(statement)).await?;
    Ok(())
}

async fn connect(server: &str) -> Result<PgConnection, sqlx::Error> {
    let options = PgConnectOptions::from_str(server).expect("MUSTER_TEST_DATABASE_URL is a URL");
    options.connect().await
}

fn with_name(server: &str, name: &str) -> String {
    let (base, _) = server.rsplit_once('/').expect("the URL names a database");
    format!("{base}/{name}")
}

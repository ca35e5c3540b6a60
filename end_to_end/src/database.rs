//! Looking into databases, and doing to them what nobody should.

use std::path::Path;

use rand::distr::{Alphanumeric, SampleString};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, SqliteConnection};

/// A connection to a server's SQLite file.
pub async fn open(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(file).connect().await.expect("the file is a database")
}

/// Runs statements of the test's own.
pub async fn execute(db: &mut SqliteConnection, statements: &str) {
    db.execute(AssertSqlSafe(statements)).await.expect("the statements work");
}

/// Closes the connection, with everything in the file itself.
pub async fn close(db: SqliteConnection) {
    db.close().await.expect("it closes");
}

/// Reads one number.
pub async fn number(db: &mut SqliteConnection, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(db).await.expect("the query works")
}

/// Reads the first column of all rows.
pub async fn texts(db: &mut SqliteConnection, query: &'static str) -> Vec<String> {
    sqlx::query_scalar(query).fetch_all(db).await.expect("the query works")
}

/// The engines of this test run.
pub struct Engines {
    /// A PostgreSQL database that nobody else uses.
    pub database_url: String,
    /// A NATS server.
    pub bus_url: String,
}

/// A fresh database and the bus, or none and a word about it.
pub async fn engines() -> Option<Engines> {
    let found = (std::env::var("MUSTER_TEST_DATABASE_URL"), std::env::var("MUSTER_TEST_BUS_URL"));
    let (Ok(url), Ok(bus_url)) = found else {
        println!("skipped: MUSTER_TEST_DATABASE_URL and MUSTER_TEST_BUS_URL are not set");
        return None;
    };
    let letters = Alphanumeric.sample_string(&mut rand::rng(), 12).to_lowercase();
    let name = format!("end_to_end_{letters}");
    let mut server = PgConnection::connect(&url).await.expect("PostgreSQL answers");
    let create = format!("create database {name}");
    server.execute(AssertSqlSafe(create)).await.expect("the user may create databases");
    let (base, _) = url.rsplit_once('/').expect("the URL names a database");
    Some(Engines { database_url: format!("{base}/{name}"), bus_url })
}

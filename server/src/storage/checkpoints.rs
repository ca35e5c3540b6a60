//! Moves SQLite's log into the database, beside the writer.
//!
//! By itself SQLite does this within a commit, whenever the log has a thousand pages:
//! every other transaction waits until the disk has them, and so does every command.

use std::time::Duration;

use sea_orm::{DbErr, FromQueryResult};
use tokio_util::sync::CancellationToken;

use super::{Database, sql};

const PAUSE: Duration = Duration::from_secs(1);
/// What was committed during one turn is little, and moved by the next. Only a log that
/// was moved to its end begins again.
const TURNS: usize = 3;

/// What a turn did, in pages of the log.
#[derive(FromQueryResult)]
struct Turn {
    log: i64,
    checkpointed: i64,
}

impl Database {
    /// Moves the log until the server stops; PostgreSQL does such things by itself.
    pub async fn move_log(&self, stopping: CancellationToken) {
        let Some(log) = &self.log else { return };
        let (mut moved, mut has_failed) = (0, false);
        loop {
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = stopping.cancelled() => return,
            }
            let committed = log.committed();
            if committed == moved {
                continue;
            }
            match self.checkpoint().await {
                Ok(()) => (moved, has_failed) = (committed, false),
                Err(error) => {
                    // Once: it is tried every second, and nothing is lost meanwhile.
                    if !std::mem::replace(&mut has_failed, true) {
                        tracing::warn!(error = %error, "SQLite's log is not moved into the database");
                    }
                }
            }
        }
    }

    async fn checkpoint(&self) -> Result<(), DbErr> {
        for _ in 0..TURNS {
            // Also connections that cannot write may do this.
            let turn = sql::one::<Turn>(&self.reader, "pragma wal_checkpoint(passive)", []).await?;
            if turn.is_none_or(|turn| turn.checkpointed >= turn.log) {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Location;
    use super::*;
    use crate::testing::until_true;

    #[tokio::test]
    async fn what_was_committed_is_moved_into_the_file_without_the_writer() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("muster.db");
        let db = Database::open(&Location::File(file.clone())).await.unwrap();
        let size = || std::fs::metadata(&file).unwrap().len();
        let write = db.begin().await.unwrap();
        sql::execute(&write, "create table t (data blob)", []).await.unwrap();
        sql::execute(&write, "insert into t values (zeroblob(8000000))", []).await.unwrap();
        write.commit().await.unwrap();
        assert!(size() < 1_000_000, "it is in the log alone");
        // Nobody can write now.
        let _writer = db.begin().await.unwrap();

        let stopping = CancellationToken::new();
        let moving = tokio::spawn({
            let (db, stopping) = (db.clone(), stopping.clone());
            async move { db.move_log(stopping).await }
        });
        until_true("the log is moved", async || size() >= 8_000_000).await;
        stopping.cancel();
        moving.await.unwrap();
    }
}

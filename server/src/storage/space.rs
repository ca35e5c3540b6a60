//! The space of the SQLite file. SQLite keeps what deleted rows leave behind for
//! new rows; here most of it returns to the disk.
//!
//! A file that this program creates can be shortened in small steps. One of an
//! earlier release must be rewritten once, which holds up everything else: at
//! the start, and only if it is worthwhile, quick and safe.

use sea_orm::{ConnectionTrait, DbErr};

use super::{Database, Disk, Location, sql};
use crate::sizes;

/// Pages that are moved in one transaction: it takes some milliseconds, and
/// others get their turn before the next.
const STEP: i64 = 500;
/// This part of what is in use stays free, for the rows of the next days.
const RESERVE: i64 = 8;
/// How SQLite numbers the mode in which a file can be shortened.
const INCREMENTAL: i64 = 2;
/// Less free space is not worth a rewrite.
const WORTHWHILE: u64 = 16 << 20;
/// Rewriting more than this takes minutes.
const QUICK: u64 = 2 << 30;

/// Sizes of the SQLite file.
#[derive(Clone, Copy, Debug)]
pub struct FileSpace {
    pages: i64,
    free_pages: i64,
    page_size: i64,
    auto_vacuum: i64,
}

impl FileSpace {
    pub fn used_bytes(self) -> u64 {
        self.bytes(self.pages - self.free_pages)
    }

    pub fn free_bytes(self) -> u64 {
        self.bytes(self.free_pages)
    }

    /// Whether it was made by an earlier release and has much space that only a
    /// rewrite returns to the disk.
    pub fn needs_rewrite(self) -> bool {
        self.auto_vacuum != INCREMENTAL
            && self.free_bytes() >= WORTHWHILE
            && self.free_pages > self.pages / 4
    }

    /// What the operator can do about it.
    pub fn advice(self) -> String {
        let (free, used) = (self.free_bytes(), self.used_bytes());
        let way = match used <= QUICK {
            true => "the next start returns it to the disk if there is room for two copies",
            false => "`muster backup` and `muster restore` into an empty data folder return it",
        };
        let (free, used) = (sizes::for_people(free), sizes::for_people(used));
        format!("the database file has {free} that it does not use beside {used} in use: {way}")
    }

    /// The new file is written twice before the old one is shortened.
    fn can_be_rewritten(self, disk: Option<Disk>) -> bool {
        let used = self.used_bytes();
        used <= QUICK && disk.is_some_and(|disk| disk.available > used * 2 + WORTHWHILE)
    }

    /// How many pages the file can be shortened by.
    fn excess_pages(self) -> i64 {
        if self.auto_vacuum != INCREMENTAL {
            return 0;
        }
        let used = self.pages - self.free_pages;
        (self.free_pages - used / RESERVE).max(0)
    }

    fn bytes(self, pages: i64) -> u64 {
        u64::try_from(pages * self.page_size).unwrap_or(0)
    }
}

impl Database {
    /// The sizes of the SQLite file. None on PostgreSQL, which looks after its
    /// files by itself.
    pub async fn file_space(&self) -> Result<Option<FileSpace>, DbErr> {
        if self.is_shared() {
            return Ok(None);
        }
        let db = self.read();
        Ok(Some(FileSpace {
            pages: sql::number(db, "pragma page_count", []).await?,
            free_pages: sql::number(db, "pragma freelist_count", []).await?,
            page_size: sql::number(db, "pragma page_size", []).await?,
            auto_vacuum: sql::number(db, "pragma auto_vacuum", []).await?,
        }))
    }

    /// Shortens the SQLite file by one step. Returns whether there is more to do.
    pub async fn shorten_file(&self) -> Result<bool, DbErr> {
        let Some(space) = self.file_space().await? else { return Ok(false) };
        let pages = space.excess_pages().min(STEP);
        if pages == 0 {
            // What was cut off is in the log. This waits for nobody: while
            // somebody reads an older state, the file is shortened later.
            self.writer.execute_unprepared("pragma wal_checkpoint(passive)").await?;
            return Ok(false);
        }
        let write = self.begin().await?;
        write.execute_unprepared(&format!("pragma incremental_vacuum({pages})")).await?;
        write.commit().await?;
        Ok(true)
    }

    /// Rewrites the SQLite file; from then on it can be shortened in steps.
    async fn rewrite_file(&self) -> Result<(), DbErr> {
        for text in
            ["pragma auto_vacuum = incremental", "vacuum", "pragma wal_checkpoint(truncate)"]
        {
            self.writer.execute_unprepared(text).await?;
        }
        Ok(())
    }
}

/// Rewrites a file of an earlier release that has much free space, if that is
/// quick and there is room. Nothing else may use the database; whatever fails,
/// the file stays as it is.
pub async fn rewrite_old_file(db: &Database, location: &Location) {
    let Location::File(path) = location else { return };
    let Ok(Some(space)) = db.file_space().await else { return };
    if !space.needs_rewrite() {
        return;
    }
    if !space.can_be_rewritten(Disk::of(path)) {
        tracing::warn!("{}", space.advice());
        return;
    }
    let free = sizes::for_people(space.free_bytes());
    tracing::info!(free, "the database file is rewritten, to return free space to the disk");
    match db.rewrite_file().await {
        Ok(()) => tracing::info!("the database file is rewritten"),
        Err(error) => tracing::warn!(error = %error, "the database file could not be rewritten"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: i64 = 256;

    fn space(used: i64, free: i64, auto_vacuum: i64) -> FileSpace {
        FileSpace {
            pages: (used + free) * MIB,
            free_pages: free * MIB,
            page_size: 4096,
            auto_vacuum,
        }
    }

    #[test]
    fn an_eighth_of_what_is_used_stays_free() {
        assert_eq!(space(80, 100, INCREMENTAL).excess_pages(), 90 * MIB);
        assert_eq!(space(80, 10, INCREMENTAL).excess_pages(), 0);
        assert_eq!(space(80, 5, INCREMENTAL).excess_pages(), 0);
        assert_eq!(space(80, 100, 0).excess_pages(), 0);
    }

    #[test]
    fn only_old_files_with_much_free_space_need_a_rewrite() {
        for (used, free, auto_vacuum, expected) in [
            (20, 16, 0, true),
            (20, 15, 0, false),
            (100, 30, 0, false),
            (100, 34, 0, true),
            (20, 16, INCREMENTAL, false),
        ] {
            assert_eq!(space(used, free, auto_vacuum).needs_rewrite(), expected, "{used} {free}");
        }
    }

    #[test]
    fn a_rewrite_needs_room_for_twice_the_file_and_is_not_done_for_large_ones() {
        let disk = |mib: u64| Some(Disk { used: 0, available: mib << 20 });
        assert!(space(100, 100, 0).can_be_rewritten(disk(217)));
        assert!(!space(100, 100, 0).can_be_rewritten(disk(216)));
        assert!(!space(100, 100, 0).can_be_rewritten(None));
        assert!(space(2048, 5000, 0).can_be_rewritten(disk(1 << 20)));
        assert!(!space(2049, 5000, 0).can_be_rewritten(disk(1 << 20)));
    }

    #[test]
    fn the_advice_names_both_sizes() {
        let advice = space(3072, 5120, 0).advice();
        let sizes = "has 5.0 GB that it does not use beside 3.0 GB in use: `muster backup`";
        assert!(advice.contains(sizes), "{advice}");
        assert!(space(20, 50, 0).advice().contains("the next start"));
    }
}

//! `muster audit verify`: walks the chain from its beginning.

use sea_orm::{DbErr, FromQueryResult};

use super::row::Row;
use crate::auth::Vault;
use crate::storage::{Database, sql};

/// Rows read at a time: the log may be far larger than memory.
const PAGE: i64 = 1000;

/// The result of the check.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every row is as it was written, and none is missing.
    Intact {
        /// How many there are.
        rows: i64,
    },
    /// The first row where something is wrong.
    Broken {
        /// Id of the row.
        id: i64,
        /// What is wrong, in a sentence.
        problem: String,
    },
}

#[derive(FromQueryResult)]
struct StoredRow {
    #[sea_orm(nested)]
    row: Row,
    hash: String,
}

/// Recomputes every hash and compares ids and head.
pub async fn verify(db: &Database, vault: &Vault) -> Result<Verdict, DbErr> {
    let (mut last_id, mut last_hash) = (0, String::new());
    loop {
        let rows = page_after(db, last_id).await?;
        let is_last_page = (rows.len() as i64) < PAGE;
        for stored in rows {
            let id = stored.row.id;
            if id != last_id + 1 {
                let problem = format!("rows {} to {} are missing", last_id + 1, id - 1);
                return Ok(Verdict::Broken { id: last_id + 1, problem });
            }
            if stored.row.hash(vault.audit_key(), &last_hash) != stored.hash {
                let problem = "the row was changed, moved, or written with another key".to_owned();
                return Ok(Verdict::Broken { id, problem });
            }
            (last_id, last_hash) = (id, stored.hash);
        }
        if is_last_page {
            return compare_with_head(db, last_id, &last_hash).await;
        }
    }
}

async fn page_after(db: &Database, id: i64) -> Result<Vec<StoredRow>, DbErr> {
    sql::all(
        db.read(),
        "select id, entry_time, username, agent, agent_id, site, client_id, site_id, action,
                object_type, object_id, message, before_value, after_value, ip_address,
                debug_info, hash
           from audit_log where id > $1 order by id limit $2",
        [id.into(), PAGE.into()],
    )
    .await
}

/// The head reveals rows that were cut off at the end.
async fn compare_with_head(db: &Database, last_id: i64, last_hash: &str) -> Result<Verdict, DbErr> {
    let head: Option<(i64, String)> = {
        #[derive(FromQueryResult)]
        struct Head {
            last_id: i64,
            last_hash: String,
        }
        sql::one::<Head>(db.read(), "select last_id, last_hash from audit_head where id = 1", [])
            .await?
            .map(|head| (head.last_id, head.last_hash))
    };
    match head {
        Some((id, hash)) if id == last_id && hash == last_hash => {
            Ok(Verdict::Intact { rows: last_id })
        }
        // Rows written while we walked: the log grew, nothing is wrong.
        Some((id, _)) if id > last_id && row_exists(db, id).await? => {
            Ok(Verdict::Intact { rows: last_id })
        }
        Some((id, _)) => {
            let problem = format!("the log should end with row {id}");
            Ok(Verdict::Broken { id: last_id + 1, problem })
        }
        None => Ok(Verdict::Broken { id: last_id, problem: "the head is missing".to_owned() }),
    }
}

async fn row_exists(db: &Database, id: i64) -> Result<bool, DbErr> {
    let found: Option<i64> =
        sql::value(db.read(), "select id from audit_log where id = $1", [id.into()]).await?;
    Ok(found.is_some())
}

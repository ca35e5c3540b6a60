//! `muster audit verify`: walks the chain from its beginning.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::anchors::read_anchors;
use super::head::Head;
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
        /// How many the retention of the log has removed before them.
        pruned: i64,
    },
    /// The first row where something is wrong.
    Broken {
        /// Id of the row.
        id: i64,
        /// What is wrong, in a sentence.
        problem: String,
    },
}

impl Verdict {
    pub fn is_intact(&self) -> bool {
        matches!(self, Self::Intact { .. })
    }

    fn broken(id: i64, problem: impl Into<String>) -> Self {
        Self::Broken { id, problem: problem.into() }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Intact { rows, pruned: 0 } => {
                write!(f, "The audit log is intact: {rows} rows.")
            }
            Self::Intact { rows, pruned } => {
                write!(f, "The audit log is intact: {rows} rows, after {pruned} removed by age.")
            }
            Self::Broken { id, problem } => {
                write!(f, "The audit log is NOT intact, from row {id} on: {problem}.")
            }
        }
    }
}

#[derive(FromQueryResult)]
struct StoredRow {
    #[sea_orm(nested)]
    row: Row,
    hash: String,
}

/// Recomputes every hash, and compares the rows with the head and with the
/// anchors in the data folder.
pub async fn verify(db: &Database, vault: &Vault, data: &Path) -> anyhow::Result<Verdict> {
    // Before the rows: what is anchored meanwhile need not be among them.
    let anchors = read_anchors(data, vault)?;
    // One moment, however long it takes: the log may grow meanwhile.
    let snapshot = db.snapshot().await?;
    let verdict = check(&snapshot, vault, anchors).await?;
    snapshot.rollback().await?;
    Ok(verdict)
}

async fn check(
    db: &impl ConnectionTrait,
    vault: &Vault,
    mut anchors: BTreeMap<i64, String>,
) -> Result<Verdict, DbErr> {
    let Some(head) = Head::read(db).await? else {
        return Ok(Verdict::broken(1, "the head of the log is missing"));
    };
    let (mut last_id, mut last_hash) = (head.pruned_id, head.pruned_hash.clone());
    loop {
        let rows = page_after(db, last_id).await?;
        let is_last_page = (rows.len() as i64) < PAGE;
        for stored in rows {
            let id = stored.row.id;
            if id != last_id + 1 {
                let problem = format!("rows {} to {} are missing", last_id + 1, id - 1);
                return Ok(Verdict::broken(last_id + 1, problem));
            }
            if stored.row.hash(vault.audit_key(), &last_hash) != stored.hash {
                let problem = "the row was changed, moved, or written with another key";
                return Ok(Verdict::broken(id, problem));
            }
            if anchors.remove(&id).is_some_and(|anchored| anchored != stored.hash) {
                return Ok(Verdict::broken(id, "another row was anchored in its place"));
            }
            (last_id, last_hash) = (id, stored.hash);
        }
        if is_last_page {
            break;
        }
    }
    let last_anchor = anchors.last_key_value().map(|(id, _)| *id);
    Ok(end(&head, vault, last_id, &last_hash, last_anchor))
}

async fn page_after(db: &impl ConnectionTrait, id: i64) -> Result<Vec<StoredRow>, DbErr> {
    sql::all(
        db,
        "select id, entry_time, username, agent, agent_id, site, client_id, site_id, action,
                object_type, object_id, message, before_value, after_value, ip_address,
                debug_info, user_id, code_sha256, hash
           from audit_log where id > $1 order by id limit $2",
        [id.into(), PAGE.into()],
    )
    .await
}

/// The head and the anchors reveal rows that were cut off at the end.
fn end(
    head: &Head,
    vault: &Vault,
    last_id: i64,
    last_hash: &str,
    last_anchor: Option<i64>,
) -> Verdict {
    let next = last_id + 1;
    if head.last_id != last_id || head.last_hash != last_hash {
        return Verdict::broken(next, format!("the log should end with row {}", head.last_id));
    }
    if !head.is_genuine(vault) {
        return Verdict::broken(next, "the head of the log was changed without its key");
    }
    match last_anchor {
        Some(id) if id > last_id => {
            Verdict::broken(next, format!("the log has had row {id}, as audit-anchors says"))
        }
        _ => Verdict::Intact { rows: last_id - head.pruned_id, pruned: head.pruned_id },
    }
}

//! References to policies in requests.

use std::collections::HashSet;

use sea_orm::{ConnectionTrait, DbBackend, DbErr};

use crate::error::{Problems, add_problem};
use crate::storage::sql;

/// Adds a problem for each field that names a policy which does not exist.
/// Those that exist cannot be deleted until the transaction ends.
pub async fn check_references(
    write: &impl ConnectionTrait,
    references: &[(&str, Option<i64>)],
    problems: &mut Problems,
) -> Result<(), DbErr> {
    let named: Vec<i64> = references.iter().filter_map(|(_, policy)| *policy).collect();
    if named.is_empty() {
        return Ok(());
    }
    let existing = hold_existing(write, &named).await?;
    for (field, policy) in references {
        if policy.is_some_and(|policy| !existing.contains(&policy)) {
            add_problem(problems, *field, "there is no such policy");
        }
    }
    Ok(())
}

/// Which of these policies exist. They cannot be deleted until the transaction
/// ends; SQLite has one writer anyway.
async fn hold_existing(write: &impl ConnectionTrait, ids: &[i64]) -> Result<HashSet<i64>, DbErr> {
    let hold = match write.get_database_backend() {
        DbBackend::Postgres => " for key share",
        _ => "",
    };
    let text =
        format!("select id from policies where not hidden and id in ({}){hold}", sql::list(ids));
    let found: Vec<i64> = sql::values(write, &text, []).await?;
    Ok(found.into_iter().collect())
}

//! References to policies in what other features are sent.

use sea_orm::{ConnectionTrait, DbErr};

use super::queries;
use crate::error::{Problems, note};

/// Notes a problem for each field that names a policy which does not exist.
/// Those that do stay until the transaction ends.
pub async fn check_references(
    write: &impl ConnectionTrait,
    references: &[(&str, Option<i64>)],
    problems: &mut Problems,
) -> Result<(), DbErr> {
    let named: Vec<i64> = references.iter().filter_map(|(_, policy)| *policy).collect();
    if named.is_empty() {
        return Ok(());
    }
    let existing = queries::hold_existing(write, &named).await?;
    for (field, policy) in references {
        if policy.is_some_and(|policy| !existing.contains(&policy)) {
            note(problems, *field, "there is no such policy");
        }
    }
    Ok(())
}

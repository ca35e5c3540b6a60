//! The checks whose failure starts tasks.

use sea_orm::{ConnectionTrait, DbErr};

use crate::storage::sql;

/// Takes checks that are about to be deleted off the tasks that they start.
pub async fn release_checks(write: &impl ConnectionTrait, checks: &[i64]) -> Result<(), DbErr> {
    let text = format!(
        "update tasks set assigned_check = null where assigned_check in ({})",
        sql::list(checks)
    );
    sql::execute(write, &text, []).await.map(|_| ())
}

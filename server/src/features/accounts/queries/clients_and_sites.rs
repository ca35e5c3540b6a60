//! Clients and sites that scopes name.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::storage::sql;

/// Which of these clients exist.
pub async fn existing_clients(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<i64>, DbErr> {
    let text = format!("select id from clients where id in ({}) order by id", sql::list(ids));
    sql::values(db, &text, []).await
}

/// These sites, as far as they exist, each with its client.
pub async fn clients_of_sites(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<HashMap<i64, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        id: i64,
        client_id: i64,
    }
    let text =
        format!("select id, client_id from sites where id in ({}) order by id", sql::list(ids));
    let rows: Vec<Row> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.client_id)).collect())
}

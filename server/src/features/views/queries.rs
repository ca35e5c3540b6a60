//! The SQL of saved views.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};
use serde_json::json;

use super::view::SavedView;
use crate::error::ApiError;
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct ViewRow {
    id: i64,
    user_id: i64,
    username: String,
    page: String,
    name: String,
    query: String,
    columns: String,
    sort: String,
    shared: bool,
    modified_by: String,
    modified_time: Timestamp,
}

const SELECT: &str = "select v.id, v.user_id, u.username, v.page, v.name, v.query, v.columns,
        v.sort, v.shared, v.modified_by, v.modified_time
   from saved_views v join users u on u.id = v.user_id";

/// The views of a user and those that others share, by name.
pub async fn list_views(
    db: &impl ConnectionTrait,
    user_id: i64,
) -> Result<Vec<SavedView>, ApiError> {
    let text = format!("{SELECT} where v.user_id = $1 or v.shared order by lower(v.name), v.id");
    let rows: Vec<ViewRow> = sql::all(db, &text, [user_id.into()]).await?;
    rows.into_iter().map(ViewRow::open).collect()
}

/// One view, locked until the transaction ends.
pub async fn lock_view(
    write: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<SavedView>, ApiError> {
    let lock = match write.get_database_backend() {
        DbBackend::Postgres => "for update of v",
        _ => "",
    };
    let text = format!("{SELECT} where v.id = $1 {lock}");
    let row: Option<ViewRow> = sql::one(write, &text, [id.into()]).await?;
    row.map(ViewRow::open).transpose()
}

/// How many views a user has.
pub async fn count_views(db: &impl ConnectionTrait, user_id: i64) -> Result<i64, DbErr> {
    let text = "select count(*) from saved_views where user_id = $1";
    sql::number(db, text, [user_id.into()]).await
}

/// Inserts a view and returns its id.
pub async fn insert_view(write: &impl ConnectionTrait, view: &SavedView) -> Result<i64, DbErr> {
    let text = "insert into saved_views
                       (page, name, query, columns, sort, shared, modified_by, modified_time,
                        user_id)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id";
    let values = columns(view).into_iter().chain([view.user.into()]);
    sql::number(write, text, values).await
}

/// Writes a view over the stored one.
pub async fn update_view(write: &impl ConnectionTrait, view: &SavedView) -> Result<(), DbErr> {
    let text = "update saved_views
                   set page = $1, name = $2, query = $3, columns = $4, sort = $5, shared = $6,
                       modified_by = $7, modified_time = $8
                 where id = $9";
    let values = columns(view).into_iter().chain([view.id.into()]);
    sql::execute(write, text, values).await.map(|_| ())
}

/// Removes a view.
pub async fn delete_view(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from saved_views where id = $1", [id.into()]).await.map(|_| ())
}

fn columns(view: &SavedView) -> [Value; 8] {
    [
        view.page.clone().into(),
        view.name.clone().into(),
        view.query.to_string().into(),
        json!(view.columns).to_string().into(),
        view.sort.clone().into(),
        view.shared.into(),
        view.modified_by.clone().into(),
        view.modified_time.into(),
    ]
}

impl ViewRow {
    fn open(self) -> Result<SavedView, ApiError> {
        let internal = |error: serde_json::Error| ApiError::Internal(error.into());
        Ok(SavedView {
            id: self.id,
            user: self.user_id,
            username: self.username,
            page: self.page,
            name: self.name,
            query: serde_json::from_str(&self.query).map_err(internal)?,
            columns: serde_json::from_str(&self.columns).map_err(internal)?,
            sort: self.sort,
            shared: self.shared,
            modified_by: self.modified_by,
            modified_time: self.modified_time,
        })
    }
}

//! The SQL of values.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::domain::custom_fields::model::{Model, Owner};
use crate::storage::packed::{self, Packed};
use crate::storage::sql;

/// A stored value and its owner.
#[derive(FromQueryResult)]
pub struct StoredRow {
    /// Key of the value.
    pub id: i64,
    /// Key of the definition.
    pub field_id: i64,
    /// Key of the agent, client or site.
    pub owner: i64,
    /// Its text form.
    pub value: String,
}

/// All values of a model.
pub async fn list_values(db: &impl ConnectionTrait, model: Model) -> Result<Vec<StoredRow>, DbErr> {
    values(db, model, &format!("{} is not null", model.column()), None).await
}

/// The values of these owners.
pub async fn list_values_of(
    db: &impl ConnectionTrait,
    model: Model,
    owners: &[impl Copy + Into<i64>],
) -> Result<Vec<StoredRow>, DbErr> {
    let (among, owners) = sql::among(db, model.column(), 1, owners);
    values(db, model, &among, Some(owners)).await
}

async fn values(
    db: &impl ConnectionTrait,
    model: Model,
    condition: &str,
    bound: Option<Value>,
) -> Result<Vec<StoredRow>, DbErr> {
    let column = model.column();
    let text = format!(
        "select id, field_id, {column} as owner, value from custom_field_values
          where {condition} order by {column}, field_id"
    );
    sql::all(db, &text, bound).await
}

/// Owner, field, key and text of the values of these owners, or of all.
pub async fn pack_values(
    db: &impl ConnectionTrait,
    model: Model,
    owners: Option<&[i64]>,
) -> Result<Packed, DbErr> {
    let column = model.column();
    let (condition, owners) = match owners {
        Some(_) => sql::among_or_all(db, column, owners),
        // The plus keeps SQLite from using the index and then reading row after
        // row.
        None => (format!("+{column} is not null"), None),
    };
    let rest = format!("from custom_field_values where {condition}");
    packed::select(db, &[column, "field_id", "id", "value"], &rest, owners).await
}

/// Stores the value of an owner, replacing an existing one.
pub async fn store_value(
    write: &impl ConnectionTrait,
    field: i64,
    owner: Owner,
    text: &str,
) -> Result<(), DbErr> {
    let column = owner.model.column();
    let statement = format!(
        "insert into custom_field_values (field_id, {column}, value) values ($1, $2, $3)
         on conflict ({column}, field_id) where {column} is not null
         do update set value = excluded.value"
    );
    let values = [field.into(), owner.id.into(), text.into()];
    sql::execute(write, &statement, values).await.map(|_| ())
}

/// Owners per statement.
const CHUNK: usize = 500;

/// Stores one value for many owners, replacing existing ones.
pub async fn store_values(
    write: &impl ConnectionTrait,
    field: i64,
    model: Model,
    owners: &[impl Copy + Into<i64>],
    text: &str,
) -> Result<(), DbErr> {
    let column = model.column();
    for chunk in owners.chunks(CHUNK) {
        let rows: Vec<String> =
            chunk.iter().map(|owner| format!("($1, {}, $2)", (*owner).into())).collect();
        let statement = format!(
            "insert into custom_field_values (field_id, {column}, value) values {}
             on conflict ({column}, field_id) where {column} is not null
             do update set value = excluded.value",
            rows.join(", ")
        );
        sql::execute(write, &statement, [field.into(), text.into()]).await?;
    }
    Ok(())
}

/// Removes the values of many owners.
pub async fn delete_values(
    write: &impl ConnectionTrait,
    field: i64,
    model: Model,
    owners: &[impl Copy + Into<i64>],
) -> Result<(), DbErr> {
    let column = model.column();
    for chunk in owners.chunks(CHUNK) {
        let statement = format!(
            "delete from custom_field_values where field_id = $1 and {column} in ({})",
            sql::list(chunk)
        );
        sql::execute(write, &statement, [field.into()]).await?;
    }
    Ok(())
}

/// Removes the value of an owner, if there is one.
pub async fn delete_value(
    write: &impl ConnectionTrait,
    field: i64,
    owner: Owner,
) -> Result<(), DbErr> {
    let column = owner.model.column();
    let text = format!("delete from custom_field_values where field_id = $1 and {column} = $2");
    sql::execute(write, &text, [field.into(), owner.id.into()]).await.map(|_| ())
}

/// The distinct texts that are stored for a field.
pub async fn list_texts(db: &impl ConnectionTrait, field: i64) -> Result<Vec<String>, DbErr> {
    let text = "select distinct value from custom_field_values where field_id = $1 order by value";
    sql::values(db, text, [field.into()]).await
}

/// Replaces one text by another, for all owners.
pub async fn replace_text(
    write: &impl ConnectionTrait,
    field: i64,
    from: &str,
    to: &str,
) -> Result<(), DbErr> {
    let text = "update custom_field_values set value = $1 where field_id = $2 and value = $3";
    sql::execute(write, text, [to.into(), field.into(), from.into()]).await.map(|_| ())
}

/// Without the values of removed agents.
const FROM: &str = "from custom_field_values v
       left join present_agents a on a.id = v.agent_id
       left join sites s on s.id = coalesce(v.site_id, a.site_id)
       left join clients c on c.id = v.client_id
      where v.field_id = $1 and (v.agent_id is null or a.id is not null)";

/// How many values a field has, as [`list_owners`] names them.
pub async fn count_values(db: &impl ConnectionTrait, field: i64) -> Result<i64, DbErr> {
    sql::number(db, &format!("select count(*) {FROM}"), [field.into()]).await
}

/// The names of the first owners that have a value of a field.
pub async fn list_owners(
    db: &impl ConnectionTrait,
    field: i64,
    most: i64,
) -> Result<Vec<String>, DbErr> {
    let text = format!(
        "select coalesce(a.hostname, c.name, s.name) as owner {FROM} order by owner, v.id limit $2"
    );
    sql::values(db, &text, [field.into(), most.into()]).await
}

//! The SQL of definitions.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};

use crate::audit::Change;
use crate::domain::custom_fields::custom_field::CustomField;
use crate::domain::custom_fields::kind::Kind;
use crate::domain::custom_fields::model::Model;
use crate::storage::sql;
use crate::time::Timestamp;

const COLUMNS: &str = "id, model, name, type, options, required, default_value_string,
       default_value_bool, default_values_multiple, position, hide_in_ui, hide_in_summary,
       created_by, created_time, modified_by, modified_time";

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    model: String,
    name: String,
    r#type: String,
    options: String,
    required: bool,
    default_value_string: String,
    default_value_bool: bool,
    default_values_multiple: String,
    position: i64,
    hide_in_ui: bool,
    hide_in_summary: bool,
    created_by: String,
    created_time: Timestamp,
    modified_by: String,
    modified_time: Timestamp,
}

/// The definitions of one model or of all, by name.
pub async fn list_fields(
    db: &impl ConnectionTrait,
    model: Option<Model>,
) -> Result<Vec<CustomField>, DbErr> {
    fields(db, model, "").await
}

/// The definitions of one model, by name. Until the transaction ends nobody
/// changes or removes them, so that values are still valid when they are
/// stored.
pub async fn lock_fields(
    write: &impl ConnectionTrait,
    model: Model,
) -> Result<Vec<CustomField>, DbErr> {
    fields(write, Some(model), lock(write, "for share")).await
}

/// One definition.
pub async fn find_field(db: &impl ConnectionTrait, id: i64) -> Result<Option<CustomField>, DbErr> {
    field(db, id, "").await
}

/// One definition. Until the transaction ends nobody else changes it or stores
/// a value of it.
pub async fn lock_field(
    write: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<CustomField>, DbErr> {
    field(write, id, lock(write, "for update")).await
}

async fn fields(
    db: &impl ConnectionTrait,
    model: Option<Model>,
    lock: &str,
) -> Result<Vec<CustomField>, DbErr> {
    let condition = if model.is_some() { "model = $1" } else { "1 = 1" };
    let text = format!(
        "select {COLUMNS} from custom_fields where {condition} order by name_key, id {lock}"
    );
    let values: Vec<Value> = model.map(|model| model.as_str().into()).into_iter().collect();
    let rows: Vec<Row> = sql::all(db, &text, values).await?;
    rows.into_iter().map(CustomField::try_from).collect()
}

async fn field(
    db: &impl ConnectionTrait,
    id: i64,
    lock: &str,
) -> Result<Option<CustomField>, DbErr> {
    let text = format!("select {COLUMNS} from custom_fields where id = $1 {lock}");
    let row: Option<Row> = sql::one(db, &text, [id.into()]).await?;
    row.map(CustomField::try_from).transpose()
}

/// SQLite has one writer at a time and needs no row locks.
fn lock(db: &impl ConnectionTrait, words: &'static str) -> &'static str {
    match db.get_database_backend() {
        DbBackend::Postgres => words,
        _ => "",
    }
}

/// Whether another field of the model has this name.
pub async fn name_exists(
    write: &impl ConnectionTrait,
    model: Model,
    name: &str,
    except: i64,
) -> Result<bool, DbErr> {
    let text = "select id from custom_fields where model = $1 and name_key = $2 and id <> $3";
    let values: [Value; 3] = [model.as_str().into(), name.to_lowercase().into(), except.into()];
    let found: Option<i64> = sql::value(write, text, values).await?;
    Ok(found.is_some())
}

/// Stores a new definition and returns its id.
pub async fn insert_field(change: &Change, field: &CustomField) -> Result<i64, DbErr> {
    let text = "insert into custom_fields
                       (name, name_key, type, options, required, default_value_string,
                        default_value_bool, default_values_multiple, position, hide_in_ui,
                        hide_in_summary, modified_by, modified_time, created_by, created_time,
                        model)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12, $13, $14)
                returning id";
    let values = columns(change, field).into_iter().chain([field.model.as_str().into()]);
    sql::number(&**change, text, values).await
}

/// Overwrites the stored definition; its model stays.
pub async fn update_field(change: &Change, field: &CustomField) -> Result<(), DbErr> {
    let text = "update custom_fields
                   set name = $1, name_key = $2, type = $3, options = $4, required = $5,
                       default_value_string = $6, default_value_bool = $7,
                       default_values_multiple = $8, position = $9, hide_in_ui = $10,
                       hide_in_summary = $11, modified_by = $12, modified_time = $13
                 where id = $14";
    let values = columns(change, field).into_iter().chain([field.id.into()]);
    sql::execute(&**change, text, values).await.map(|_| ())
}

/// Removes a definition and all its values.
pub async fn delete_field(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from custom_fields where id = $1", [id.into()]).await.map(|_| ())
}

fn columns(change: &Change, field: &CustomField) -> [Value; 13] {
    let list = |texts: &[String]| serde_json::json!(texts).to_string();
    [
        field.name.clone().into(),
        field.name.to_lowercase().into(),
        field.kind.as_str().into(),
        list(&field.options).into(),
        field.required.into(),
        field.default_value_string.clone().into(),
        field.default_value_bool.into(),
        list(&field.default_values_multiple).into(),
        field.order.into(),
        field.hide_in_ui.into(),
        field.hide_in_summary.into(),
        change.username().into(),
        Timestamp::now().into(),
    ]
}

impl TryFrom<Row> for CustomField {
    type Error = DbErr;

    fn try_from(row: Row) -> Result<Self, DbErr> {
        let unknown = |word: &str| DbErr::Type(format!("custom_fields: unknown value {word}"));
        let list =
            |text: &str| serde_json::from_str(text).map_err(|error| DbErr::Type(error.to_string()));
        Ok(Self {
            id: row.id,
            model: Model::from_name(&row.model).ok_or_else(|| unknown(&row.model))?,
            name: row.name,
            kind: Kind::from_name(&row.r#type).ok_or_else(|| unknown(&row.r#type))?,
            options: list(&row.options)?,
            required: row.required,
            default_value_string: row.default_value_string,
            default_value_bool: row.default_value_bool,
            default_values_multiple: list(&row.default_values_multiple)?,
            order: row.position,
            hide_in_ui: row.hide_in_ui,
            hide_in_summary: row.hide_in_summary,
            created_by: row.created_by,
            created_time: row.created_time,
            modified_by: row.modified_by,
            modified_time: row.modified_time,
        })
    }
}

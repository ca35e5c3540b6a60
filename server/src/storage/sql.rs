//! Running SQL text that both engines accept: values as `$1`, `$2`, ….

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Statement, TryGetable, Value};

/// All rows of a query.
pub async fn all<R: FromQueryResult>(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<R>, DbErr> {
    let rows = db.query_all_raw(statement(db, text, values)).await?;
    rows.iter().map(|row| R::from_query_result(row, "")).collect()
}

/// The first row of a query, if there is one.
pub async fn one<R: FromQueryResult>(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Option<R>, DbErr> {
    let row = db.query_one_raw(statement(db, text, values)).await?;
    row.map(|row| R::from_query_result(&row, "")).transpose()
}

/// The first column of the first row, if there is one.
pub async fn value<V: TryGetable>(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Option<V>, DbErr> {
    let row = db.query_one_raw(statement(db, text, values)).await?;
    row.map(|row| row.try_get_by_index(0)).transpose()
}

/// The first column of every row.
pub async fn values<V: TryGetable>(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<V>, DbErr> {
    let rows = db.query_all_raw(statement(db, text, values)).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// A count, or the id that `insert … returning id` gave.
///
/// PostgreSQL types a bare literal as 32 bit and `sum` as numeric: cast such
/// columns to `bigint` in the text.
pub async fn number(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<i64, DbErr> {
    let row = db.query_one_raw(statement(db, text, values)).await?;
    let row = row.ok_or_else(|| DbErr::RecordNotFound(text.to_owned()))?;
    match row.try_get_by_index::<i64>(0) {
        Ok(number) => Ok(number),
        Err(_) => row.try_get_by_index::<i32>(0).map(i64::from),
    }
}

/// Runs a statement and tells how many rows it touched.
pub async fn execute(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<u64, DbErr> {
    Ok(db.execute_raw(statement(db, text, values)).await?.rows_affected())
}

/// `1, 2, 3`, for `in (…)`; for an empty list a null, which no id equals.
///
/// The ids are integers of our own, so writing them into the text is safe;
/// binding a list would need another statement on each engine.
pub fn list(ids: &[i64]) -> String {
    if ids.is_empty() {
        return "null".to_owned();
    }
    let texts: Vec<String> = ids.iter().map(i64::to_string).collect();
    texts.join(", ")
}

/// Whether `column` is one of these ids: a condition, and the value of its
/// `$number`.
///
/// The text is the same for any ids, so that an engine prepares it once; for
/// what is asked often. [`list`] is simpler.
pub fn among(
    db: &impl ConnectionTrait,
    column: &str,
    number: usize,
    ids: &[i64],
) -> (String, Value) {
    let texts: Vec<String> = ids.iter().map(i64::to_string).collect();
    let texts = texts.join(",");
    match db.get_database_backend() {
        DbBackend::Postgres => {
            (format!("{column} = any(${number}::text::bigint[])"), format!("{{{texts}}}").into())
        }
        _ => (
            format!("{column} in (select value from json_each(${number}))"),
            format!("[{texts}]").into(),
        ),
    }
}

/// The same with `$1`, or a condition that always holds when all are meant.
pub fn among_or_all(
    db: &impl ConnectionTrait,
    column: &str,
    ids: Option<&[i64]>,
) -> (String, Option<Value>) {
    let Some(ids) = ids else { return ("1 = 1".to_owned(), None) };
    let (condition, ids) = among(db, column, 1, ids);
    (condition, Some(ids))
}

fn statement(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Statement {
    Statement::from_sql_and_values(db.get_database_backend(), text, values)
}

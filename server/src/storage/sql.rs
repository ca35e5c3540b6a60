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

/// Runs a statement and returns how many rows it touched.
pub async fn execute(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<u64, DbErr> {
    Ok(db.execute_raw(statement(db, text, values)).await?.rows_affected())
}

/// Locks a row of this table until the transaction ends, so that nobody changes
/// what is compared before it is written. SQLite has only one writer.
///
/// Rows that refer to it can still be added.
pub async fn lock_row(write: &impl ConnectionTrait, table: &str, id: i64) -> Result<(), DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        let text = format!("select id from {table} where id = $1 for no key update");
        execute(write, &text, [id.into()]).await?;
    }
    Ok(())
}

/// `1, 2, 3`, for `in (…)`; for an empty list a null, which no id equals.
///
/// The ids are our own integers, so writing them into the text is safe; binding
/// a list would need another statement on each engine.
pub fn list(ids: &[impl Copy + Into<i64>]) -> String {
    if ids.is_empty() {
        return "null".to_owned();
    }
    joined(ids, ", ")
}

/// The placeholders of a number of rows with a number of values each: `($1,
/// $2), ($3, $4)`.
pub fn rows(columns: usize, count: usize) -> String {
    let row = |row: usize| {
        let placeholders = (1..=columns).map(|column| format!("${}", row * columns + column));
        format!("({})", placeholders.collect::<Vec<_>>().join(", "))
    };
    (0..count).map(row).collect::<Vec<_>>().join(", ")
}

/// The items in parts of 64, 32, 16, … as far as they go: an engine prepares
/// seven statements and not one for each number of items.
pub fn even_chunks<T>(mut items: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = 1 << items.len().checked_ilog2()?.min(6);
        let (chunk, rest) = items.split_at(length);
        items = rest;
        Some(chunk)
    })
}

/// The most items of an `in` list.
const IN_LIST: usize = 512;

/// The items for `in` lists, each filled up with its last item to a length of 1, 2, 4,
/// … 512: an engine prepares ten statements, and 250 items take one of them instead of
/// the seven of [`even_chunks`].
pub fn in_lists<T: Clone>(items: &[T]) -> impl Iterator<Item = Vec<T>> {
    items.chunks(IN_LIST).map(|chunk| {
        let mut list = chunk.to_vec();
        if let Some(last) = chunk.last() {
            list.resize(chunk.len().next_power_of_two(), last.clone());
        }
        list
    })
}

/// The end of a `select` that locks the rows of `table` in the order of their keys. Two
/// transactions that lock many rows in the same order never wait for each other. Empty
/// on SQLite, where there is one writer at a time.
pub fn lock_in_order(db: &impl ConnectionTrait, table: &str) -> String {
    match db.get_database_backend() {
        DbBackend::Postgres => format!("order by {table}.id for update of {table}"),
        _ => String::new(),
    }
}

/// Whether `column` is one of these ids: a condition, and the value of its
/// `$number`.
///
/// The text is the same for any ids, so that an engine prepares it once; for
/// frequent queries. [`list`] is simpler.
pub fn among(
    db: &impl ConnectionTrait,
    column: &str,
    number: usize,
    ids: &[impl Copy + Into<i64>],
) -> (String, Value) {
    let texts = joined(ids, ",");
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

/// The condition of [`among`] with `$1`, or one that is always true when there
/// is no restriction.
pub fn among_or_all(
    db: &impl ConnectionTrait,
    column: &str,
    ids: Option<&[impl Copy + Into<i64>]>,
) -> (String, Option<Value>) {
    let Some(ids) = ids else { return ("1 = 1".to_owned(), None) };
    let (condition, ids) = among(db, column, 1, ids);
    (condition, Some(ids))
}

fn joined(ids: &[impl Copy + Into<i64>], between: &str) -> String {
    let texts: Vec<String> = ids.iter().map(|id| (*id).into().to_string()).collect();
    texts.join(between)
}

fn statement(
    db: &impl ConnectionTrait,
    text: &str,
    values: impl IntoIterator<Item = Value>,
) -> Statement {
    Statement::from_sql_and_values(db.get_database_backend(), text, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_in_parts_whose_lengths_are_powers_of_two() {
        let items: Vec<u32> = (0..200).collect();
        for count in [0, 1, 7, 63, 64, 65, 200] {
            let parts: Vec<&[u32]> = even_chunks(&items[..count]).collect();
            assert_eq!(parts.concat(), items[..count]);
            assert!(parts.iter().all(|part| part.len().is_power_of_two() && part.len() <= 64));
            assert!(parts.len() <= count / 64 + 6);
        }
    }

    #[test]
    fn lists_are_filled_up_to_powers_of_two_with_items_of_their_own() {
        let items: Vec<u32> = (0..1100).collect();
        for count in [0, 1, 3, 250, 512, 513, 1100] {
            let lists: Vec<Vec<u32>> = in_lists(&items[..count]).collect();
            let mut found = lists.concat();
            found.dedup();
            assert_eq!(found, items[..count]);
            assert!(lists.iter().all(|list| list.len().is_power_of_two() && list.len() <= 512));
            assert_eq!(lists.len(), count.div_ceil(512));
        }
    }

    #[test]
    fn every_row_has_its_own_placeholders() {
        assert_eq!(rows(2, 3), "($1, $2), ($3, $4), ($5, $6)");
        assert_eq!(rows(3, 1), "($1, $2, $3)");
    }
}

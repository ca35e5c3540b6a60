//! All SQL about the history of results.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::domain::check_points::PointBlock;
use crate::storage::sql;
use crate::time::Timestamp;

/// Microseconds of a time of the history, which is in milliseconds.
fn micros(milliseconds: i64) -> i64 {
    milliseconds.saturating_mul(1000)
}

/// Stores points as rows of their own, in place of rows that begin with the same.
pub async fn put_history(
    write: &impl ConnectionTrait,
    blocks: Vec<(i64, PointBlock)>,
) -> Result<(), DbErr> {
    for chunk in sql::even_chunks(&blocks) {
        let text = format!(
            "insert into check_history (result_id, start_time, end_time, data) values {}
             on conflict (result_id, start_time)
             do update set end_time = excluded.end_time, data = excluded.data",
            sql::rows(4, chunk.len())
        );
        let row = |(result, block): &(i64, PointBlock)| -> [Value; 4] {
            let (start, end) = (micros(block.start), micros(block.end));
            [(*result).into(), start.into(), end.into(), block.data.clone().into()]
        };
        sql::execute(write, &text, chunk.iter().flat_map(row)).await?;
    }
    Ok(())
}

/// A stored part of a history.
#[derive(FromQueryResult)]
pub struct HistoryRow {
    pub result_id: i64,
    pub start_time: i64,
    pub end_time: i64,
    pub data: Vec<u8>,
}

/// The parts of these results that may have points between two times, which are in
/// milliseconds, by result and time.
pub async fn list_history_between(
    db: &impl ConnectionTrait,
    results: &[i64],
    from: i64,
    to: i64,
) -> Result<Vec<HistoryRow>, DbErr> {
    let (among, results) = sql::among(db, "result_id", 3, results);
    let text = format!(
        "select result_id, start_time, end_time, data from check_history
          where end_time >= $1 and start_time <= $2 and {among}
          order by result_id, start_time"
    );
    sql::all(db, &text, [micros(from).into(), micros(to).into(), results]).await
}

/// The parts of a history that have points at a time, in milliseconds, or later.
pub async fn list_history(
    db: &impl ConnectionTrait,
    result: i64,
    from: i64,
) -> Result<Vec<Vec<u8>>, DbErr> {
    let text = "select data from check_history where result_id = $1 and end_time >= $2
                 order by start_time";
    sql::values(db, text, [result.into(), micros(from).into()]).await
}

/// The newest points of a result.
pub async fn find_points(db: &impl ConnectionTrait, result: i64) -> Result<Option<Vec<u8>>, DbErr> {
    let text = "select points from check_results where id = $1";
    let found: Option<Option<Vec<u8>>> = sql::value(db, text, [result.into()]).await?;
    Ok(found.flatten())
}

/// Deletes some parts of histories whose last point is older, the oldest first.
/// Returns how many they were.
pub async fn delete_history(
    write: &impl ConnectionTrait,
    before: Timestamp,
    limit: u64,
) -> Result<u64, DbErr> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let text = "delete from check_history where (result_id, start_time) in
                (select result_id, start_time from check_history
                  where end_time < $1 order by end_time limit $2)";
    sql::execute(write, text, [before.into(), limit.into()]).await
}

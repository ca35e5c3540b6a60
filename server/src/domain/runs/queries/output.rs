//! The output of runs.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::find::{RUN_COLUMNS, StoredRun};
use crate::ids::RunKey;
use crate::storage::sql;

/// Output up to this size is read in one statement.
const SHORT: i64 = 256 * 1024;

/// The output of a run.
#[derive(Debug, Default)]
pub struct StoredOutput {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// A run with a chunk of its output, if it has any.
#[derive(FromQueryResult)]
struct RunAndChunk {
    #[sea_orm(nested)]
    run: StoredRun,
    stream: Option<String>,
    data: Option<Vec<u8>>,
}

/// A run and, unless it is long, its output: whoever waits for a run wants both.
pub async fn find_run_with_output(
    db: &impl ConnectionTrait,
    id: RunKey,
) -> Result<Option<StoredRun>, DbErr> {
    let text = format!(
        "select {RUN_COLUMNS}, o.stream, o.data
           from runs r left join run_output o
                on o.run_id = r.id and r.stdout_bytes + r.stderr_bytes <= {SHORT}
          where r.id = $1 order by o.stream, o.start_offset"
    );
    let rows: Vec<RunAndChunk> = sql::all(db, &text, [id.into()]).await?;
    let mut found: Option<StoredRun> = None;
    for RunAndChunk { run, stream, data } in rows {
        let run = found.get_or_insert(run);
        if run.output_bytes() <= SHORT {
            let output = run.output.get_or_insert_default();
            output.add(&stream.unwrap_or_default(), data.unwrap_or_default());
        }
    }
    Ok(found)
}

impl StoredOutput {
    /// Adds the next chunk of a stream.
    fn add(&mut self, stream: &str, data: Vec<u8>) {
        match stream {
            "stdout" => self.stdout.extend(data),
            _ => self.stderr.extend(data),
        }
    }
}

/// The stored output of a run.
pub async fn read_streams(
    db: &impl ConnectionTrait,
    run: StoredRun,
) -> Result<StoredOutput, DbErr> {
    if let Some(output) = run.output {
        return Ok(output);
    }
    Ok(StoredOutput {
        stdout: read_output(db, run.id, "stdout").await?,
        stderr: read_output(db, run.id, "stderr").await?,
    })
}

/// The stored output of one stream of a run.
pub async fn read_output(
    db: &impl ConnectionTrait,
    id: RunKey,
    stream: &str,
) -> Result<Vec<u8>, DbErr> {
    let length = sql::number(
        db,
        "select cast(coalesce(sum(length(data)), 0) as bigint) from run_output
          where run_id = $1 and stream = $2",
        [id.into(), stream.into()],
    )
    .await?;
    // A few chunks at a time: all of it is in memory once, not twice.
    let mut output = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    loop {
        let offset = i64::try_from(output.len()).unwrap_or(i64::MAX);
        let chunks: Vec<Vec<u8>> = sql::values(
            db,
            "select data from run_output where run_id = $1 and stream = $2 and start_offset >= $3
              order by start_offset limit 16",
            [id.into(), stream.into(), offset.into()],
        )
        .await?;
        if chunks.is_empty() {
            return Ok(output);
        }
        chunks.iter().for_each(|chunk| output.extend_from_slice(chunk));
    }
}

/// A stored chunk of one stream.
#[derive(FromQueryResult)]
pub struct ChunkRow {
    /// Bytes before it.
    pub start_offset: i64,
    pub data: Vec<u8>,
}

/// The stored output of one stream from an offset.
pub async fn read_output_from(
    db: &impl ConnectionTrait,
    id: RunKey,
    stream: &str,
    offset: i64,
) -> Result<Vec<u8>, DbErr> {
    let mut data = Vec::new();
    for chunk in list_chunks_from(db, id, stream, offset).await? {
        // Only the first chunk can begin before the offset.
        let known = usize::try_from(offset - chunk.start_offset).unwrap_or(0);
        data.extend(chunk.data.get(known..).unwrap_or_default());
    }
    Ok(data)
}

/// The stored chunks of one stream, from the one with this offset in it.
pub async fn list_chunks_from(
    db: &impl ConnectionTrait,
    id: RunKey,
    stream: &str,
    offset: i64,
) -> Result<Vec<ChunkRow>, DbErr> {
    sql::all(
        db,
        "select start_offset, data from run_output
          where run_id = $1 and stream = $2 and start_offset >=
                coalesce((select max(start_offset) from run_output
                           where run_id = $1 and stream = $2 and start_offset <= $3), 0)
          order by start_offset",
        [id.into(), stream.into(), offset.into()],
    )
    .await
}

/// Replaces the bytes of a stored chunk.
pub async fn replace_chunk(
    write: &impl ConnectionTrait,
    id: RunKey,
    stream: &str,
    chunk: ChunkRow,
) -> Result<(), DbErr> {
    let text = "update run_output set data = $1
                 where run_id = $2 and stream = $3 and start_offset = $4";
    let values = [chunk.data.into(), id.into(), stream.into(), chunk.start_offset.into()];
    sql::execute(write, text, values).await.map(|_| ())
}

#[derive(FromQueryResult)]
struct StreamRow {
    run_id: RunKey,
    stream: String,
    data: Vec<u8>,
}

/// The first bytes of each stream of these runs.
pub async fn list_beginnings(
    db: &impl ConnectionTrait,
    ids: &[RunKey],
    bytes: usize,
) -> Result<HashMap<RunKey, StoredOutput>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let (among, ids) = sql::among(db, "run_id", 1, ids);
    let text = format!(
        "select run_id, stream, substr(data, 1, {bytes}) as data from run_output
          where {among} and start_offset < {bytes}
          order by run_id, stream, start_offset"
    );
    let parts: Vec<StreamRow> = sql::all(db, &text, [ids]).await?;
    let mut beginnings: HashMap<RunKey, StoredOutput> = HashMap::new();
    for part in parts {
        let beginning = beginnings.entry(part.run_id).or_default();
        beginning.add(&part.stream, part.data);
    }
    for beginning in beginnings.values_mut() {
        beginning.stdout.truncate(bytes);
        beginning.stderr.truncate(bytes);
    }
    Ok(beginnings)
}

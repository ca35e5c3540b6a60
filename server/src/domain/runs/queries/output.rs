//! The output of runs.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::ids::RunKey;
use crate::storage::sql;

/// Output up to this size is read in one statement.
const SHORT: i64 = 256 * 1024;

/// The stored output of a run of this length: stdout and stderr.
pub async fn read_streams(
    db: &impl ConnectionTrait,
    id: RunKey,
    bytes: i64,
) -> Result<(Vec<u8>, Vec<u8>), DbErr> {
    if bytes == 0 {
        return Ok(Default::default());
    }
    if bytes > SHORT {
        return Ok((read_output(db, id, "stdout").await?, read_output(db, id, "stderr").await?));
    }
    let parts: Vec<StreamRow> = sql::all(
        db,
        "select run_id, stream, data from run_output where run_id = $1
          order by stream, start_offset",
        [id.into()],
    )
    .await?;
    let (stdout, stderr): (Vec<StreamRow>, Vec<StreamRow>) =
        parts.into_iter().partition(|part| part.stream == "stdout");
    let joined = |parts: Vec<StreamRow>| parts.into_iter().flat_map(|part| part.data).collect();
    Ok((joined(stdout), joined(stderr)))
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

/// The beginning of both streams of a run.
#[derive(Debug, Default)]
pub struct Beginning {
    /// Of standard output.
    pub stdout: Vec<u8>,
    /// Of standard error.
    pub stderr: Vec<u8>,
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
) -> Result<HashMap<RunKey, Beginning>, DbErr> {
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
    let mut beginnings: HashMap<RunKey, Beginning> = HashMap::new();
    for part in parts {
        let beginning = beginnings.entry(part.run_id).or_default();
        let stream = match part.stream.as_str() {
            "stdout" => &mut beginning.stdout,
            _ => &mut beginning.stderr,
        };
        stream.extend(part.data);
        stream.truncate(bytes);
    }
    Ok(beginnings)
}

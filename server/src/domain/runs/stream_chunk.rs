//! The output of a run, read in chunks while it grows.

use sea_orm::{ConnectionTrait, DbErr};

use super::answer::text;
use super::queries;
use crate::ids::RunKey;
use crate::text::whole_characters;

const CHUNK_BYTES: usize = 1024 * 1024;

/// A chunk of one stream.
pub struct StreamChunk {
    pub text: String,
    /// Offset in the stream of the next chunk.
    pub next: i64,
    /// Whether more is stored already.
    pub has_more: bool,
}

/// Reads a stream of a run from an offset. An incomplete character is left for
/// the next chunk, unless the run has ended.
pub async fn read_chunk(
    db: &impl ConnectionTrait,
    id: RunKey,
    stream: &str,
    start: i64,
    is_finished: bool,
) -> Result<StreamChunk, DbErr> {
    let mut data = queries::read_output_from(db, id, stream, start).await?;
    let has_more = data.len() > CHUNK_BYTES;
    data.truncate(CHUNK_BYTES);
    if has_more || !is_finished {
        data.truncate(whole_characters(&data));
    }
    let next = start.saturating_add(i64::try_from(data.len()).unwrap_or(i64::MAX));
    Ok(StreamChunk { text: text(data), next, has_more })
}

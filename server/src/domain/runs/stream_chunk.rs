//! The output of a run, read in chunks while it grows.

use sea_orm::DbErr;

use super::answer::text;
use super::queries;
use crate::app::App;
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
/// the next chunk, and so is what may become a secret, unless the run has ended.
pub async fn read_chunk(
    app: &App,
    id: RunKey,
    stream: &str,
    start: i64,
    is_finished: bool,
) -> Result<StreamChunk, DbErr> {
    let mut data = queries::read_output_from(app.db.read(), id, stream, start).await?;
    let has_more = data.len() > CHUNK_BYTES;
    data.truncate(CHUNK_BYTES);
    match (has_more, is_finished) {
        (true, _) => data.truncate(whole_characters(&data)),
        (false, false) => truncate_unknown(app, &mut data).await?,
        (false, true) => {}
    }
    let next = start.saturating_add(i64::try_from(data.len()).unwrap_or(i64::MAX));
    Ok(StreamChunk { text: text(data), next, has_more })
}

/// Removes from the output of an open run what is not known yet: an incomplete
/// character, and what may be the beginning of a secret.
pub async fn truncate_unknown(app: &App, data: &mut Vec<u8>) -> Result<(), DbErr> {
    let whole = whole_characters(data);
    data.truncate(whole);
    let masks = app.runs.masks.newest(app.db.read(), &app.vault).await?;
    let known = data.len() - masks.begun(data);
    data.truncate(known);
    Ok(())
}

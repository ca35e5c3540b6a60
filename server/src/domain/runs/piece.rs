//! The output of a run, read piece by piece while it grows.

use sea_orm::{ConnectionTrait, DbErr};

use super::answer::text;
use super::queries;
use crate::ids::RunKey;
use crate::text::whole_characters;

/// Bytes in one piece.
const MOST: usize = 1024 * 1024;

/// A piece of one stream.
pub struct Piece {
    /// What it says.
    pub text: String,
    /// Byte of the stream to read on from.
    pub next: i64,
    /// Whether more is stored already.
    pub has_more: bool,
}

/// Reads a stream of a run from a byte on. A character that has only begun is
/// left for the next piece, unless the run is over.
pub async fn read_piece(
    db: &impl ConnectionTrait,
    id: RunKey,
    stream: &str,
    start: i64,
    is_over: bool,
) -> Result<Piece, DbErr> {
    let mut data = queries::read_output_from(db, id, stream, start).await?;
    let has_more = data.len() > MOST;
    data.truncate(MOST);
    if has_more || !is_over {
        data.truncate(whole_characters(&data));
    }
    let next = start.saturating_add(i64::try_from(data.len()).unwrap_or(i64::MAX));
    Ok(Piece { text: text(data), next, has_more })
}

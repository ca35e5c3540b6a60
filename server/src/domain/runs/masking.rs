//! Secrets of the key store in new output: covered before it is stored, also
//! where a secret began in a chunk that is stored already.

use sea_orm::{ConnectionTrait, DbErr};

use super::queries::{self, ChunkRow};
use super::store::{NewOutput, stream_name};
use crate::domain::key_store::Masks;

/// Covers every secret in this output, chunks of a stream in their order.
/// Chunks of one stream become one.
pub async fn cover(
    write: &impl ConnectionTrait,
    masks: &Masks,
    output: Vec<NewOutput>,
) -> Result<Vec<NewOutput>, DbErr> {
    if masks.is_empty() {
        return Ok(output);
    }
    let mut output = joined(output);
    for part in &mut output {
        if part.is_for_server {
            continue;
        }
        let mut ends = 0;
        if part.start > 0 && masks.may_end(&part.data) {
            (part.covers, ends) = cover_before(write, masks, part).await?;
        }
        masks.cover(&mut part.data);
        Masks::cover_all(&mut part.data[..ends]);
    }
    Ok(output)
}

/// One chunk for each stream of a run: a secret may be in several.
fn joined(output: Vec<NewOutput>) -> Vec<NewOutput> {
    let mut joined: Vec<NewOutput> = Vec::with_capacity(output.len());
    for part in output {
        let is_same = |one: &&mut NewOutput| one.run == part.run && one.stream == part.stream;
        match joined.iter_mut().find(is_same) {
            Some(one) => one.data.extend(part.data),
            None => joined.push(part),
        }
    }
    joined
}

/// Covers what is stored of a secret that ends in this part. Returns how many
/// bytes that is, and how many bytes of the part belong to it.
async fn cover_before(
    write: &impl ConnectionTrait,
    masks: &Masks,
    part: &NewOutput,
) -> Result<(usize, usize), DbErr> {
    let reach = i64::try_from(masks.reach()).unwrap_or(i64::MAX);
    let (from, stream) = (part.start.saturating_sub(reach).max(0), stream_name(part.stream));
    let chunks = queries::list_chunks_from(write, part.run, stream, from).await?;
    let mut text: Vec<u8> = chunks.iter().flat_map(|chunk| chunk.data.iter().copied()).collect();
    let before = text.len();
    text.extend(part.data.iter().take(masks.reach()));
    let found = masks.find(&text).into_iter().find(|one| one.start < before && before < one.end);
    let Some(secret) = found else { return Ok((0, 0)) };
    let covers = before - secret.start;
    let first = part.start - i64::try_from(covers).unwrap_or(i64::MAX);
    for chunk in chunks {
        cover_from(write, part, chunk, first).await?;
    }
    Ok((covers, secret.end - before))
}

/// Covers the end of a stored chunk, from this offset in the stream on.
async fn cover_from(
    write: &impl ConnectionTrait,
    part: &NewOutput,
    mut chunk: ChunkRow,
    first: i64,
) -> Result<(), DbErr> {
    let kept = usize::try_from(first - chunk.start_offset).unwrap_or(0);
    if kept >= chunk.data.len() {
        return Ok(());
    }
    Masks::cover_all(&mut chunk.data[kept..]);
    queries::replace_chunk(write, part.run, stream_name(part.stream), chunk).await
}

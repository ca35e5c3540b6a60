//! Decompresses and decodes the answers of agents, which may be hostile.

use std::io::Read;

use flate2::read::ZlibDecoder;
use muster_protocol::decode;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

/// The most bytes an answer may decompress to: an agent could send a bomb.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// The most items of all lists in an answer: even empty ones cost memory.
const MAX_ITEMS: u64 = 200_000;
/// Larger answers are decompressed off the runtime's threads.
const LARGE_BYTES: usize = 64 * 1024;
/// And only so many at a time: there are hundreds of threads for such work, and
/// hostile agents would fill each of them with [`MAX_BYTES`].
const LARGE_AT_ONCE: u32 = 4;

static LARGE: Semaphore = Semaphore::const_new(LARGE_AT_ONCE as usize);

/// An answer of reasonable size; none if it is not readable.
pub async fn unpack<A: DeserializeOwned + Send + 'static>(data: Vec<u8>) -> Option<A> {
    if data.len() < LARGE_BYTES {
        return unpack_here(&data);
    }
    let turn = LARGE.acquire().await.ok()?;
    let work = tokio::task::spawn_blocking(move || {
        // Goes with the work, which does not end when the request does.
        let _turn = turn;
        unpack_here(&data)
    });
    work.await.unwrap_or(None)
}

fn unpack_here<A: DeserializeOwned>(data: &[u8]) -> Option<A> {
    let mut plain = Vec::new();
    ZlibDecoder::new(data).take(MAX_BYTES + 1).read_to_end(&mut plain).ok()?;
    let is_bomb = plain.len() as u64 > MAX_BYTES || claimed_items(&plain) > MAX_ITEMS;
    if is_bomb {
        tracing::warn!(bytes = plain.len(), "an agent's answer is unreasonably large");
        return None;
    }
    decode(&plain).ok()
}

/// How many items all lists in a MessagePack value claim to have, however deep.
///
/// Its values follow each other, those of a list after its own mark, so that depth
/// does not matter. What ends too early is refused by [`decode()`].
fn claimed_items(mut rest: &[u8]) -> u64 {
    let mut items = 0_u64;
    while let Some((&mark, after)) = rest.split_first() {
        let (listed, length) = match mark {
            0x90..=0x9f => (u64::from(mark & 0x0f), 0),
            0xdc => (number(after, 2), 2),
            0xdd => (number(after, 4), 4),
            mark => (0, length_after(mark, after)),
        };
        items = items.saturating_add(listed);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        rest = after.get(length..).unwrap_or_default();
    }
    items
}

/// How many bytes belong to a mark that begins no list. The values of a map follow it
/// as those of a list do.
fn length_after(mark: u8, after: &[u8]) -> u64 {
    let sized = |bytes: u64, more: u64| bytes + more + number(after, bytes);
    match mark {
        0xa0..=0xbf => u64::from(mark & 0x1f),
        0xc4 | 0xd9 => sized(1, 0),
        0xc5 | 0xda => sized(2, 0),
        0xc6 | 0xdb => sized(4, 0),
        0xc7 => sized(1, 1),
        0xc8 => sized(2, 1),
        0xc9 => sized(4, 1),
        0xcc | 0xd0 => 1,
        0xcd | 0xd1 | 0xd4 | 0xde => 2,
        0xd5 => 3,
        0xca | 0xce | 0xd2 | 0xdf => 4,
        0xd6 => 5,
        0xcb | 0xcf | 0xd3 => 8,
        0xd7 => 9,
        0xd8 => 17,
        _ => 0,
    }
}

/// A number of that many bytes; what is missing counts as zeros.
fn number(bytes: &[u8], length: u64) -> u64 {
    let byte = |index: u64| {
        let byte = usize::try_from(index).ok().and_then(|index| bytes.get(index));
        u64::from(byte.copied().unwrap_or_default())
    };
    (0..length).fold(0, |number, index| (number << 8) | byte(index))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use futures_util::FutureExt;
    use muster_protocol::{RegistryData, RegistryKey, SelfTestReport, SelfTestStep, encode};

    use super::*;

    fn packed(plain: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(plain).unwrap();
        encoder.finish().unwrap()
    }

    /// Bytes that hardly compress.
    fn noise(length: usize) -> String {
        let mut state = 1_u64;
        let letter = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from(b'!' + u8::try_from((state >> 33) % 90).unwrap())
        };
        (0..length).map(letter).collect()
    }

    #[tokio::test]
    async fn few_large_answers_are_decompressed_at_once() {
        let names = vec![noise(2 * LARGE_BYTES)];
        let answer = packed(&encode(&names));
        assert!(answer.len() > LARGE_BYTES);
        // Four times 64 MiB is what hostile agents may make the server hold.
        let others = LARGE.acquire_many(LARGE_AT_ONCE).await.unwrap();
        assert_eq!(unpack::<Vec<String>>(answer.clone()).now_or_never(), None);

        drop(others);

        assert_eq!(unpack(answer).await, Some(names));
    }

    #[test]
    fn answers_are_decompressed_and_bombs_are_refused() {
        let names = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(unpack_here(&packed(&encode(&names))), Some(names));
        assert_eq!(unpack_here(&packed(&encode(&()))), Some(()));
        assert_eq!(unpack_here::<Vec<String>>(b"no zlib"), None);

        let zeros = vec![0; usize::try_from(MAX_BYTES).unwrap() + 1];
        assert_eq!(unpack_here::<Vec<u8>>(&packed(&zeros)), None);
        let many = vec![0_u8; usize::try_from(MAX_ITEMS).unwrap() + 1];
        assert_eq!(unpack_here::<Vec<u8>>(&packed(&encode(&many))), None);
    }

    #[test]
    fn a_list_within_an_answer_is_limited_too() {
        let report = |count: u64| {
            let steps = vec![SelfTestStep::default(); usize::try_from(count).unwrap()];
            packed(&encode(&SelfTestReport { steps, ..SelfTestReport::default() }))
        };
        assert!(unpack_here::<SelfTestReport>(&report(MAX_ITEMS)).is_some());
        assert!(unpack_here::<SelfTestReport>(&report(MAX_ITEMS + 1)).is_none());
    }

    #[test]
    fn items_are_counted_behind_values_of_every_kind() {
        let bytes = |length: usize| serde_bytes::ByteBuf::from(vec![0x9f; length]);
        let texts = ["", "a", &"\u{9f}".repeat(300), &"x".repeat(70_000)].map(str::to_owned);
        let numbers = [1, -1, -100, 1_000, -1_000, 100_000, -100_000, i64::MAX, i64::MIN];
        let kinds = (true, (), Some(1.5_f32), 2.5_f64, texts, numbers);
        let values = (kinds, bytes(10), bytes(300), bytes(70_000), [[7_u8; 2]; 20]);
        // Tuples are lists: 5, 6, then 4 texts, 9 numbers and 20 pairs.
        assert_eq!(claimed_items(&encode(&values)), 5 + 6 + 4 + 9 + 20 + 40);

        let value = muster_protocol::RegistryValue {
            name: "a".to_owned(),
            data: RegistryData::Binary(vec![0xdd; 5000]),
            size: 5000,
            truncated: false,
        };
        let key = RegistryKey { values: vec![value], ..RegistryKey::default() };
        assert_eq!(claimed_items(&encode(&key)), 1);
        // Extensions, which nothing of ours has, and ends that are missing.
        assert_eq!(claimed_items(&[0xc7, 2, 1, 0x9f, 0x9f, 0xd4, 1, 0x9f, 0x92]), 2);
        assert_eq!(claimed_items(&[0xdd, 0, 1]), 1 << 16);
        assert_eq!(claimed_items(&[0xdb, 0xff, 0xff, 0xff, 0xff, 0x9f]), 0);
    }
}

//! Which chunks are there, and which are missing.

use proptest::prelude::*;

use super::*;

fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

#[test]
fn a_list_is_complete_when_it_is_the_one_that_names_the_file() {
    let content = vec![7_u8; CHUNK as usize + 5];
    let hashes: Vec<u8> = content
        .chunks(CHUNK as usize)
        .flat_map(|chunk| digest(&SHA256, chunk).as_ref().to_vec())
        .collect();
    let mut list = HashList::begin(content.len() as u64, &hash_of(&hashes)).unwrap();
    assert_eq!((list.have(), list.want()), (0, 2));
    list.add(&base64(&hashes[..32])).unwrap();
    assert!(!list.is_complete());
    list.add(&base64(&hashes[32..])).unwrap();
    assert!(list.is_complete() && list.is_chunk(1, &[7; 5]));
    assert!(list.is_chunk(0, &content[..CHUNK as usize]));
    let wrong: [(u64, &[u8]); 4] = [(1, &[7; 4]), (1, &[8; 5]), (0, &[7; 5]), (2, &[1])];
    for (index, content) in wrong {
        assert!(!list.is_chunk(index, content), "{index}");
    }
}

#[test]
fn a_list_that_cannot_be_right_is_refused() {
    let id = "0".repeat(64);
    for id in ["", "00", &"g".repeat(64), &"0".repeat(66)] {
        assert_eq!(HashList::begin(1, id).unwrap_err().code, ProblemCode::InvalidRequest);
    }
    let problem = HashList::begin(MAX_CHUNKS * CHUNK + 1, &id).unwrap_err();
    assert_eq!(problem.code, ProblemCode::TooLarge);
    HashList::begin(MAX_CHUNKS * CHUNK, &id).unwrap();

    let list = HashList::begin(CHUNK, &id).unwrap();
    for text in ["!", &base64(&[0; 31]), &base64(&[0; 64]), &base64(&[0; 32])] {
        let problem = list.clone().add(text).unwrap_err();
        assert_eq!(problem.code, ProblemCode::InvalidRequest, "{text}");
    }
}

#[test]
fn a_file_without_content_has_no_chunks() {
    let mut list = HashList::begin(0, &hash_of(&[])).unwrap();
    list.add("").unwrap();
    assert!(list.is_complete());
    assert!(ChunkSet::empty(0).missing(0).is_empty());
}

proptest! {
    #[test]
    fn what_is_missing_is_what_was_not_added(
        count in 0..100_u64,
        added in prop::collection::vec(0..120_u64, 0..60),
        rest in 1..=CHUNK,
    ) {
        let size = count.saturating_sub(1) * CHUNK + if count == 0 { 0 } else { rest };
        let mut set = ChunkSet::empty(count);
        added.iter().for_each(|index| set.insert(*index));
        let missing = set.missing(size);
        let is_missing = |index: u64| {
            let range = range_of(index, size);
            missing.iter().any(|part| part.from <= range.from && range.to <= part.to)
        };
        for index in 0..count {
            prop_assert_eq!(is_missing(index), !added.contains(&index));
            prop_assert_eq!(set.contains(index), added.contains(&index));
        }
        prop_assert!(missing.windows(2).all(|pair| pair[0].to < pair[1].from));
        prop_assert_eq!(ChunkSet::from_text(&set.to_text(), count), Some(set));
        prop_assert_eq!(ChunkSet::full(count).first_missing(0), None);
    }
}

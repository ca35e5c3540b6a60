//! Recordings are opened as they were written, and by nobody who changed, left out or
//! repeated something.

use proptest::prelude::*;
use ring::signature::{Ed25519KeyPair, KeyPair};

use super::seal::RecordingKey;
use super::*;
use crate::Kind;

const SESSION: [u8; 16] = [7; 16];
const SHARED: [u8; 32] = [9; 32];
const BEGAN: i64 = 1_795_000_000_000_000;

pub(super) fn agent() -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(&[3; 32]).unwrap()
}

fn writer(kind: Kind) -> RecordingWriter {
    let key = RecordingKey::derive(&SHARED, &SESSION);
    RecordingWriter::with_key(SESSION, kind, BEGAN, key, [5; 32])
}

pub(super) fn sign(text: &[u8]) -> [u8; 64] {
    agent().sign(text).as_ref().try_into().unwrap()
}

fn open(part: &[u8]) -> Result<(PartHeader, PlainPart), BadPart> {
    let (header, sealed) = PartHeader::read(part)?;
    header.verify(sealed, agent().public_key().as_ref())?;
    let plain = RecordingOpener::new(&SHARED, &SESSION).open(&header, sealed)?;
    Ok((header, plain))
}

fn records(plain: &PlainPart) -> Vec<(u32, char, &[u8])> {
    plain.records().map(|record| (record.ms, record.record_type.into(), record.payload)).collect()
}

#[test]
fn parts_are_opened_as_they_were_written_and_name_the_part_before() {
    let mut writer = writer(Kind::Terminal);
    assert!(writer.add(10, RecordType::Heading, b"{}"));
    assert!(writer.add(250, RecordType::Output, &[b'a'; 1000]));
    let first = writer.close(false, sign).unwrap();
    writer.mark_gap();
    assert!(writer.add(4000, RecordType::Exit, b"{\"code\":0}"));
    let last = writer.close(true, sign).unwrap();

    let (header, plain) = open(&first).unwrap();
    let expected = PartHeader {
        session: SESSION,
        kind: Kind::Terminal,
        is_last: false,
        has_key_frame: false,
        is_deflated: true,
        has_gap: false,
        index: 0,
        first_ms: 10,
        last_ms: 250,
        began: BEGAN,
        agent_key: [5; 32],
        former: [0; 32],
        signature: header.signature,
    };
    assert_eq!(header, expected);
    assert_eq!(records(&plain), [(0, 'h', &b"{}"[..]), (240, 'o', &[b'a'; 1000])]);

    let (header, plain) = open(&last).unwrap();
    let expected = PartHeader {
        is_last: true,
        has_gap: true,
        index: 1,
        first_ms: 4000,
        last_ms: 4000,
        former: part_digest(&first),
        signature: header.signature,
        ..expected
    };
    assert_eq!(header, expected);
    assert_eq!(records(&plain), [(0, 'x', &b"{\"code\":0}"[..])]);
}

#[test]
fn nothing_makes_no_part_unless_it_is_the_last() {
    let mut writer = writer(Kind::Files);
    assert_eq!(writer.close(false, sign), None);
    let (header, plain) = open(&writer.close(true, sign).unwrap()).unwrap();
    assert!(header.is_last);
    assert_eq!(records(&plain), []);
}

#[test]
fn playback_can_begin_with_a_part_before_whose_key_frame_is_no_picture() {
    let mut writer = writer(Kind::Screen);
    let is_key = |writer: &mut RecordingWriter| {
        open(&writer.close(false, sign).unwrap()).unwrap().0.has_key_frame
    };
    writer.add(0, RecordType::Monitors, b"n");
    writer.add(0, RecordType::KeyPicture, b"k");
    writer.add(1, RecordType::Picture, b"s");
    assert!(is_key(&mut writer));
    writer.add(2, RecordType::Picture, b"s");
    assert!(writer.has_picture());
    writer.add(3, RecordType::KeyPicture, b"k");
    assert!(!is_key(&mut writer));
    assert!(!writer.has_picture());
    writer.add(4, RecordType::KeyPicture, b"k");
    assert!(is_key(&mut writer));
}

#[test]
fn a_part_takes_no_more_than_fits_and_its_time_never_goes_back() {
    let mut writer = writer(Kind::Screen);
    assert!(!writer.add(0, RecordType::Picture, &vec![1; MAX_PAYLOAD_BYTES + 1]));
    assert!(writer.is_empty());
    assert!(writer.add(100, RecordType::Picture, &vec![1; MAX_PAYLOAD_BYTES]));
    assert!(!writer.add(100, RecordType::Picture, b""));
    let part = writer.close(false, sign).unwrap();
    assert_eq!(part.len(), MAX_PART_BYTES);
    assert_eq!(open(&part).unwrap().1.records().count(), 1);

    assert!(writer.add(50, RecordType::Picture, b"earlier"));
    assert!(writer.add(107, RecordType::Picture, b"later"));
    assert!(!writer.add(u64::MAX, RecordType::Picture, b"far too late"));
    let (header, plain) = open(&writer.close(false, sign).unwrap()).unwrap();
    assert_eq!((header.first_ms, header.last_ms), (100, 107));
    assert_eq!(records(&plain), [(0, 's', &b"earlier"[..]), (7, 's', b"later")]);
}

#[test]
fn content_that_is_no_sequence_of_records_is_refused() {
    let mut content = Vec::new();
    let record = Record { ms: 1, record_type: b'o', payload: b"text" };
    record.write(&mut content);
    assert!(PlainPart::new(content.clone()).is_ok());
    for cut in 1..content.len() {
        let refused = PlainPart::new(content[..cut].to_vec());
        assert_eq!(refused, Err(BadPart::BadContent), "{cut}");
    }
    // A record without a type.
    let refused = PlainPart::new(vec![4, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(refused, Err(BadPart::BadContent));
}

#[test]
fn what_inflates_beyond_a_part_is_refused() {
    let bomb = seal::deflate(&vec![0; MAX_PLAIN_BYTES + 1]).unwrap();
    assert_eq!(seal::inflate(&bomb), Err(BadPart::BadContent));
    let largest = seal::deflate(&vec![0; MAX_PLAIN_BYTES]).unwrap();
    assert_eq!(seal::inflate(&largest).map(|content| content.len()), Ok(MAX_PLAIN_BYTES));
}

#[test]
fn a_part_of_another_key_session_or_agent_is_refused() {
    let mut writer = writer(Kind::Tunnel);
    writer.add(0, RecordType::Event, b"{}");
    let part = writer.close(false, sign).unwrap();
    let (header, sealed) = PartHeader::read(&part).unwrap();
    for (shared, session) in [([8; 32], SESSION), (SHARED, [8; 16])] {
        let refused = RecordingOpener::new(&shared, &session).open(&header, sealed);
        assert_eq!(refused, Err(BadPart::BadSeal));
    }
    let other = Ed25519KeyPair::from_seed_unchecked(&[4; 32]).unwrap();
    let refused = header.verify(sealed, other.public_key().as_ref());
    assert_eq!(refused, Err(BadPart::BadSignature));
}

#[test]
fn a_recording_is_sealed_to_a_key_that_only_the_installation_has() {
    use ring::agreement::{EphemeralPrivateKey, UnparsedPublicKey, X25519, agree_ephemeral};
    use ring::rand::SystemRandom;
    let private = EphemeralPrivateKey::generate(&X25519, &SystemRandom::new()).unwrap();
    let public = private.compute_public_key().unwrap();
    let begin = |key: &[u8]| RecordingWriter::begin(SESSION, Kind::Terminal, BEGAN, key);
    let mut writer = begin(public.as_ref()).unwrap();
    writer.add(0, RecordType::Output, b"hello");
    let part = writer.close(true, sign).unwrap();

    let (header, sealed) = PartHeader::read(&part).unwrap();
    let agent_key = UnparsedPublicKey::new(&X25519, header.agent_key);
    let opener = agree_ephemeral(private, &agent_key, |shared| {
        RecordingOpener::new(shared.try_into().unwrap(), &header.session)
    });
    let plain = opener.unwrap().open(&header, sealed).unwrap();
    assert_eq!(records(&plain), [(0, 'o', &b"hello"[..])]);
    // Of a wrong length, and one with which everybody would know the secret.
    for wrong in [&[1; 31][..], &[], &[0; 32]] {
        assert_eq!(begin(wrong).err(), Some(RecordingKeyError));
    }
}

fn example() -> Vec<u8> {
    let mut writer = writer(Kind::Terminal);
    writer.add(0, RecordType::Output, b"secret");
    writer.close(true, sign).unwrap()
}

proptest! {
    #[test]
    fn a_part_that_was_changed_anywhere_is_refused(at in 0usize..1000, bit in 0u8..8) {
        let mut part = example();
        let at = at % part.len();
        part[at] ^= 1 << bit;
        prop_assert!(open(&part).is_err());
    }

    #[test]
    fn a_part_that_was_cut_or_made_longer_is_refused(cut in 0usize..1000, more in 1usize..50) {
        let part = example();
        prop_assert!(open(&part[..cut % part.len()]).is_err());
        prop_assert!(open(&[part, vec![0; more]].concat()).is_err());
    }

    #[test]
    fn any_bytes_are_survived(bytes: Vec<u8>, at in 0usize..HEADER_BYTES) {
        let _ = PartHeader::read(&bytes);
        let _ = PlainPart::new(bytes.clone());
        let _ = seal::inflate(&bytes);
        let mut part = example();
        let end = part.len().min(at + bytes.len());
        part[at..end].copy_from_slice(&bytes[..end - at]);
        let _ = PartHeader::read(&part);
    }
}

proptest! {
    // Each of them seals more than a mebibyte.
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn whatever_happens_is_in_the_parts_in_its_order(
        happened in prop::collection::vec(
            (0u64..2000, 0..RecordType::ALL.len(), prop::collection::vec(any::<u8>(), 0..6000)),
            0..150,
        ),
    ) {
        let (mut writer, mut parts, mut ms) = (writer(Kind::Files), Vec::new(), 0);
        let mut expected = Vec::new();
        for (later, kind, payload) in happened {
            ms += later;
            let record_type = RecordType::ALL[kind];
            if !writer.add(ms, record_type, &payload) {
                parts.extend(writer.close(false, sign));
                prop_assert!(writer.add(ms, record_type, &payload));
            }
            expected.push((ms, record_type, payload));
        }
        parts.extend(writer.close(true, sign));
        let (mut found, mut former) = (Vec::new(), [0; 32]);
        for (index, part) in parts.iter().enumerate() {
            prop_assert!(part.len() <= MAX_PART_BYTES);
            let (header, plain) = open(part).unwrap();
            prop_assert_eq!((header.index as usize, header.former), (index, former));
            prop_assert_eq!(header.is_last, index + 1 == parts.len());
            former = part_digest(part);
            for record in plain.records() {
                let record_type = RecordType::of(record.record_type).unwrap();
                let at = header.first_ms + u64::from(record.ms);
                found.push((at, record_type, record.payload.to_vec()));
            }
        }
        prop_assert_eq!(found, expected);
    }
}

//! Streams: nothing lost, nothing twice, never more than was asked for.

use proptest::prelude::*;

use crate::{Cursor, Incoming, Ring, StreamError};

#[test]
fn nothing_is_sent_before_the_reader_asks() {
    let mut ring = Ring::new(100);
    ring.push(b"hello");
    let mut cursor = Cursor::at(0);
    assert_eq!(cursor.next(&ring, 10), None);
    cursor.credit(0, 3, &ring).unwrap();
    assert_eq!(cursor.next(&ring, 10), Some((0, b"hel".to_vec())));
    assert_eq!(cursor.next(&ring, 10), None);
    cursor.credit(3, 100, &ring).unwrap();
    assert_eq!(cursor.next(&ring, 1), Some((3, b"l".to_vec())));
    assert_eq!(cursor.next(&ring, 10), Some((4, b"o".to_vec())));
}

#[test]
fn a_reader_whose_place_is_gone_is_told_so() {
    let mut ring = Ring::new(4);
    ring.push(b"0123456789");
    assert_eq!((ring.start(), ring.end()), (6, 10));
    assert_eq!(ring.read(5, 10), None);
    assert_eq!(Cursor::at(0).credit(5, 50, &ring), Err(StreamError::Gone));
    assert_eq!(Cursor::at(0).credit(11, 50, &ring), Err(StreamError::NeverSent));
    let mut cursor = Cursor::at(0);
    cursor.credit(6, 50, &ring).unwrap();
    assert_eq!(cursor.next(&ring, 2), Some((6, b"67".to_vec())));
    assert_eq!(cursor.credit(9, 50, &ring), Err(StreamError::NeverSent));
}

#[test]
fn what_comes_with_a_gap_or_beyond_the_limit_is_refused() {
    let mut incoming = Incoming::new(10, 4);
    assert_eq!(incoming.take(10, b"x"), Err(StreamError::BeyondLimit));
    assert_eq!(incoming.first_credit(), (10, 14));
    assert_eq!(incoming.take(11, b"x"), Err(StreamError::Gap));
    assert_eq!(incoming.take(10, b"01234"), Err(StreamError::BeyondLimit));
    assert_eq!(incoming.take(8, b"8901"), Ok(&b"01"[..]));
    assert_eq!(incoming.take(8, b"89"), Ok(&b""[..]));
    assert_eq!(incoming.next_credit(), None);
    incoming.used(2);
    assert_eq!(incoming.next_credit(), Some((12, 16)));
}

#[test]
fn forgetting_never_goes_beyond_what_there_is() {
    let mut ring = Ring::new(100);
    ring.push(b"0123");
    ring.forget_before(2);
    assert_eq!((ring.start(), ring.end(), ring.len()), (2, 4, 2));
    ring.forget_before(1);
    ring.forget_before(99);
    assert_eq!((ring.start(), ring.end(), ring.is_empty()), (4, 4, true));
}

proptest! {
    #[test]
    fn a_stream_arrives_whole_however_often_the_connection_breaks(
        writes in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..30),
        steps in prop::collection::vec((any::<bool>(), 1..17_usize, any::<bool>()), 1..200),
    ) {
        let whole = writes.concat();
        let mut ring = Ring::new(whole.len().max(1));
        let mut writes = writes.into_iter();
        let mut incoming = Incoming::new(0, 16);
        let mut arrived: Vec<u8> = Vec::new();
        let mut cursor = Cursor::at(0);
        let (received, limit) = incoming.first_credit();
        cursor.credit(received, limit, &ring).unwrap();
        let endless = steps.iter().cycle().take(steps.len() + 4 * whole.len() + 64).copied();
        for (index, (breaks, most, is_lost)) in endless.enumerate() {
            if let Some(bytes) = writes.next() {
                ring.push(&bytes);
            }
            // In the end the connection holds.
            if breaks && index < steps.len() {
                cursor = Cursor::at(0);
                let (received, limit) = incoming.first_credit();
                cursor.credit(received, limit, &ring).unwrap();
            }
            let Some((offset, bytes)) = cursor.next(&ring, most) else { continue };
            if is_lost && breaks && index < steps.len() {
                // What was on its way is lost with the connection.
                cursor = Cursor::at(0);
                let (received, limit) = incoming.first_credit();
                cursor.credit(received, limit, &ring).unwrap();
                continue;
            }
            let new = incoming.take(offset, &bytes).unwrap();
            arrived.extend_from_slice(new);
            incoming.used(new.len());
            if let Some((received, limit)) = incoming.next_credit() {
                cursor.credit(received, limit, &ring).unwrap();
            }
        }
        prop_assert_eq!(arrived, whole);
    }
}

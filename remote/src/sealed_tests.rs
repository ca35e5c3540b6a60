//! Sealed messages, against everything that could be done to them on the way.

use std::time::Duration;

use proptest::prelude::*;

use crate::keys::{DirectionSecret, Keys};
use crate::{Broken, Opener, Sealer};

fn secret() -> DirectionSecret {
    Keys::derive(&[7; 32], &[8; 32]).to_agent
}

fn pair() -> (Sealer, Opener) {
    (Sealer::new(secret()), Opener::new(secret()))
}

#[test]
fn messages_arrive_in_their_order() {
    let (mut sealer, mut opener) = pair();
    for text in [&b"one"[..], b"", b"three"] {
        assert_eq!(opener.open(&mut sealer.seal(text)), Ok(text));
    }
}

#[test]
fn a_repeated_dropped_or_reordered_message_ends_the_pipe() {
    let (mut sealer, mut opener) = pair();
    let mut first = sealer.seal(b"first");
    let mut second = sealer.seal(b"second");
    let mut third = sealer.seal(b"third");
    assert_eq!(opener.open(&mut second), Err(Broken), "the first one is missing");
    assert_eq!(opener.open(&mut first.clone()), Ok(&b"first"[..]));
    assert_eq!(opener.open(&mut first), Err(Broken), "it came before");
    assert_eq!(opener.open(&mut third), Err(Broken), "the second one is missing");
}

#[test]
fn one_direction_says_nothing_in_the_other() {
    let keys = Keys::derive(&[7; 32], &[8; 32]);
    let (mut sealer, mut opener) = (Sealer::new(keys.to_agent), Opener::new(keys.to_viewer));
    assert_eq!(opener.open(&mut sealer.seal(b"back to you")), Err(Broken));
}

#[test]
fn a_key_is_changed_in_time_and_the_old_one_is_over() {
    let mut sealer = Sealer::with_limits(secret(), 2, Duration::from_secs(3600));
    let mut opener = Opener::new(secret());
    let messages: Vec<Vec<u8>> = (0..5_u8).map(|number| sealer.seal(&[number])).collect();
    let epochs: Vec<u8> = messages.iter().map(|message| message[4]).collect();
    assert_eq!(epochs, [0, 0, 1, 1, 2]);
    for (number, message) in messages.iter().enumerate() {
        let plain = [u8::try_from(number).unwrap()];
        assert_eq!(opener.open(&mut message.clone()), Ok(&plain[..]));
    }
    assert_eq!(opener.open(&mut messages[1].clone()), Err(Broken));

    let mut sealer = Sealer::with_limits(secret(), 100, Duration::ZERO);
    assert_eq!(sealer.seal(b"late")[4], 1, "time is over for the first key");
}

#[test]
fn a_forged_new_epoch_changes_nothing() {
    let (mut sealer, mut opener) = pair();
    let mut forged = sealer.seal(b"first");
    let mut honest = forged.clone();
    forged[4] = 1;
    assert_eq!(opener.open(&mut forged), Err(Broken));
    assert_eq!(opener.open(&mut honest), Ok(&b"first"[..]));
}

proptest! {
    #[test]
    fn no_changed_bit_is_taken(plain: Vec<u8>, at: prop::sample::Index, bit in 0..8_u8) {
        let (mut sealer, mut opener) = pair();
        let mut message = sealer.seal(&plain);
        let at = at.index(message.len());
        message[at] ^= 1 << bit;
        prop_assert_eq!(opener.open(&mut message), Err(Broken));
    }

    #[test]
    fn no_shortened_message_is_taken(plain: Vec<u8>, at: prop::sample::Index) {
        let (mut sealer, mut opener) = pair();
        let mut message = sealer.seal(&plain);
        message.truncate(at.index(message.len()));
        prop_assert_eq!(opener.open(&mut message), Err(Broken));
    }
}

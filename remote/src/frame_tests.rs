//! Frames, as they are written and as anybody might write them.

use proptest::prelude::*;

use crate::{Frame, FrameError, MAX_DATA_BYTES};

#[test]
fn frames_that_nobody_sends_are_refused() {
    let too_long = [&[0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0], &vec![0; MAX_DATA_BYTES + 1][..]].concat();
    let beyond_the_end = [&[0, 1, 1], &u64::MAX.to_be_bytes()[..], b"x"].concat();
    let backwards = [&[0, 1, 2], &8u64.to_be_bytes()[..], &7u64.to_be_bytes()].concat();
    let cases: [&[u8]; 9] = [
        &[],
        &[0, 0],
        &[0, 0, 4],
        &[0, 0, 0, 0xff],
        &[0, 0, 1, 1, 2, 3],
        &[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0],
        &too_long,
        &beyond_the_end,
        &backwards,
    ];
    for case in cases {
        assert_eq!(Frame::decode(case), Err(FrameError), "{:?}", &case[..case.len().min(20)]);
    }
}

proptest! {
    #[test]
    fn every_frame_is_read_as_it_was_written(
        channel: u16,
        text: String,
        offset in 0..u64::MAX / 2,
        more in 0..u64::MAX / 2,
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let frames = [
            Frame::Control(&text),
            Frame::Data { offset, bytes: &bytes },
            Frame::Credit { received: offset, limit: offset + more },
            Frame::Packet(&bytes),
        ];
        for frame in frames {
            let encoded = frame.encode(channel);
            prop_assert_eq!(Frame::decode(&encoded), Ok((channel, frame)));
        }
    }

    #[test]
    fn noise_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = Frame::decode(&bytes);
    }
}

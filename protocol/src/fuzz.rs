//! What `fuzz/` calls with bytes of any kind; a bounded test calls it too.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Definitions, DefinitionsReader, FromAgent, ToAgent, decode, encode};

/// A frame of either side is read or refused. What was read is written in a way
/// that means the same to a reader.
pub fn frame(bytes: &[u8]) {
    keeps_its_meaning::<FromAgent>(bytes);
    keeps_its_meaning::<ToAgent>(bytes);
    keeps_its_meaning::<Definitions>(bytes);
    let (digest, data) = bytes.split_at(bytes.len().min(4));
    let digest = String::from_utf8_lossy(digest);
    let mut reader = DefinitionsReader::default();
    // Whether the document makes sense is for its reader to say.
    let _ = reader.add(&digest, 0, data.len() as u64, data);
}

fn keeps_its_meaning<M: DeserializeOwned + Serialize>(bytes: &[u8]) {
    let Ok(message) = decode::<M>(bytes) else { return };
    let written = encode(&message);
    let again = decode::<M>(&written).expect("what was read can be written and read");
    assert_eq!(encode(&again), written, "it says the same the second time");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::checks_tests::{checks, reports};
    use crate::tests::{definitions, hello, text};
    use crate::{
        Definitions, FromAgent, Order, ScheduleReboot, Stream, ToAgent, encode, order_name,
    };

    /// Frames that are right, for the bytes that are not to be near them.
    fn frames() -> Vec<Vec<u8>> {
        let run_id = text("7");
        let reboot = ScheduleReboot { at: 5, message: "now".to_owned() };
        vec![
            encode(&FromAgent::Hello(Box::new(hello()))),
            encode(&FromAgent::Output {
                run_id,
                stream: Stream::Stdout,
                offset: 9,
                data: vec![1; 9],
            }),
            encode(&FromAgent::Metrics { block: vec![1; 9] }),
            encode(&FromAgent::CheckResults { reports: reports() }),
            encode(&ToAgent::Order(Order::new("8", order_name::SCHEDULE_REBOOT, &reboot))),
            encode(&ToAgent::MetricsStored { through: 29_911_837 }),
            encode(&ToAgent::ChecksStored { through: 7 }),
            encode(&definitions()),
            encode(&Definitions { checks: checks(), ..definitions() }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn every_frame_is_read_or_refused(
            mut frame in prop::sample::select(frames()),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
            end in any::<prop::sample::Index>(), is_cut in any::<bool>(),
        ) {
            for (place, byte) in changes {
                let place = place.index(frame.len());
                frame[place] = byte;
            }
            if is_cut {
                frame.truncate(end.index(frame.len()));
            }
            super::frame(&frame);
        }

        #[test]
        fn noise_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            super::frame(&bytes);
        }
    }
}

//! How an answer travels.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use muster_protocol::{MAX_ANSWER_BYTES, encode};
use serde::Serialize;

use crate::os::Problem;

/// Encodes and compresses an answer; one that is too large is none.
pub fn pack<T: Serialize>(answer: &T) -> Result<Vec<u8>, Problem> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let packed = encoder.write_all(&encode(answer)).and_then(|()| encoder.finish());
    let packed = packed.map_err(|error| Problem::failed(format!("cannot compress: {error}")))?;
    if packed.len() > MAX_ANSWER_BYTES {
        let length = packed.len();
        return Err(Problem::failed(format!(
            "the answer has {length} bytes, and {MAX_ANSWER_BYTES} are the most that can be sent"
        )));
    }
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;
    use muster_protocol::decode;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_answer_that_is_too_large_is_a_failure_with_a_sentence() {
        // Noise, so that nothing can make it smaller.
        let mut state = 1u64;
        let noise: Vec<u64> = (0..200_000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                state ^ (state >> 29)
            })
            .collect();
        let Problem::Failed(reason) = pack(&noise).unwrap_err() else { panic!("not a failure") };
        assert!(reason.ends_with("921600 are the most that can be sent"), "{reason}");
    }

    proptest! {
        #[test]
        fn an_answer_survives_the_journey(answer: Vec<(String, u64)>) {
            let mut unpacked = Vec::new();
            ZlibDecoder::new(&pack(&answer).unwrap()[..]).read_to_end(&mut unpacked).unwrap();
            prop_assert_eq!(decode::<Vec<(String, u64)>>(&unpacked).unwrap(), answer);
        }
    }
}

//! The signature by which a receiver knows that a webhook comes from this
//! installation (decision 68).

use ring::hmac;

use crate::auth::Secret;
use crate::hex::hex_digits;
use crate::time::Timestamp;

/// The header of the signature.
pub const SIGNATURE_HEADER: &str = "x-muster-signature";

/// `t=<unix seconds>,v1=<hex HMAC-SHA-256 of "<t>.<body>">`. The time is signed,
/// too, so that a receiver can refuse what somebody recorded long ago.
pub fn sign(secret: &Secret, time: Timestamp, body: &str) -> String {
    let seconds = time.seconds();
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.reveal().as_bytes());
    let tag = hmac::sign(&key, format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", hex_digits(tag.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digits are those of Python's `hmac`.
    #[test]
    fn a_signature_is_an_hmac_over_time_and_body() {
        let secret = Secret::new("a secret of 22 letters");
        let time = Timestamp::from_micros(1_700_000_000_999_999);
        let expected = "t=1700000000,v1=\
                        7826e87e105c0c271be2e237099ad3e602a3d6ec8793ac8a6482134ef85d35c8";
        assert_eq!(sign(&secret, time, r#"{"a":"b"}"#), expected);
    }

    #[test]
    fn another_secret_time_or_body_has_another_signature() {
        let (secret, time) = (Secret::new("one"), Timestamp::from_micros(0));
        let later = Timestamp::from_micros(1_000_000);
        let all = [
            sign(&secret, time, "b"),
            sign(&Secret::new("two"), time, "b"),
            sign(&secret, later, "b"),
            sign(&secret, time, "c"),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(all[at + 1..].iter().all(|other| one[4..] != other[4..]), "{one}");
        }
    }
}

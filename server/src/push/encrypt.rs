//! Encrypts a notification for one browser (RFC 8291): one record of the content
//! coding `aes128gcm` (RFC 8188).

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SystemRandom;

use super::target::POINT_BYTES;
use super::{PushError, PushTarget};

const SALT_BYTES: usize = 16;
/// Every push service accepts a body of this length, which is one record here.
const RECORD_BYTES: u32 = 4096;
/// Salt, length of a record, and the sender's public key with its length.
const HEADER_BYTES: usize = SALT_BYTES + 4 + 1 + POINT_BYTES;
const TAG_BYTES: usize = 16;
/// Ends the text of the last record; zeros follow.
const DELIMITER: u8 = 2;
/// Texts are padded to a multiple of this, so that their length says little.
const STEP: usize = 512;

/// The longest text that fits into a body, in bytes.
pub const LONGEST_PAYLOAD: usize = RECORD_BYTES as usize - HEADER_BYTES - TAG_BYTES - 1;

const BAD_KEY: PushError = PushError::Unsendable("the key of the browser cannot be used");

/// What one message is encrypted with.
struct Keys {
    key: [u8; 16],
    nonce: [u8; NONCE_LEN],
}

/// The body of a request that only this browser can read.
pub(super) fn encrypt(target: &PushTarget, payload: &[u8]) -> Result<Vec<u8>, PushError> {
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new());
    let own = own.map_err(|_| PushError::Unsendable("no key could be made"))?;
    let padded = (payload.len() + 1).next_multiple_of(STEP).min(LONGEST_PAYLOAD + 1);
    encrypt_with(target, payload, padded, own, rand::random())
}

/// Encrypts with a given key and salt, padded to a given length.
pub(super) fn encrypt_with(
    target: &PushTarget,
    payload: &[u8],
    padded: usize,
    own: EphemeralPrivateKey,
    salt: [u8; SALT_BYTES],
) -> Result<Vec<u8>, PushError> {
    if payload.len() > LONGEST_PAYLOAD {
        return Err(PushError::Unsendable("the notification is too long"));
    }
    let public = own.compute_public_key().map_err(|_| BAD_KEY)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, &target.public_key);
    let agreed =
        agree_ephemeral(own, &theirs, |secret| derive(secret, target, public.as_ref(), &salt));
    let Keys { key, nonce } = agreed.map_err(|_| BAD_KEY)?;

    let mut record = payload.to_vec();
    record.push(DELIMITER);
    record.resize(record.len().max(padded), 0);
    let key = UnboundKey::new(&AES_128_GCM, &key).expect("the key has the cipher's length");
    LessSafeKey::new(key)
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)
        .expect("a record is far below the cipher's limit");

    let mut body = Vec::with_capacity(HEADER_BYTES + record.len());
    body.extend_from_slice(&salt);
    body.extend_from_slice(&RECORD_BYTES.to_be_bytes());
    body.push(public.as_ref().len() as u8);
    body.extend_from_slice(public.as_ref());
    body.append(&mut record);
    Ok(body)
}

/// The key and the nonce that follow from what both sides have agreed on.
fn derive(secret: &[u8], target: &PushTarget, own: &[u8], salt: &[u8]) -> Keys {
    let agreed = Salt::new(HKDF_SHA256, &target.auth).extract(secret);
    let info: [&[u8]; 3] = [b"WebPush: info\0", &target.public_key, own];
    let material: [u8; 32] = expand(&agreed, &info);
    let agreed = Salt::new(HKDF_SHA256, salt).extract(&material);
    Keys {
        key: expand(&agreed, &[b"Content-Encoding: aes128gcm\0"]),
        nonce: expand(&agreed, &[b"Content-Encoding: nonce\0"]),
    }
}

/// A number of bytes to be derived.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(from: &Prk, info: &[&[u8]]) -> [u8; N] {
    let mut derived = [0; N];
    let filled = from.expand(info, Length(N)).and_then(|bytes| bytes.fill(&mut derived));
    filled.expect("a key is far shorter than what can be derived");
    derived
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;
    use crate::testing::fixed_agreement_key;

    const TEXT: &str = "When I grow up, I want to be a watermelon";
    const SENDER: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    const SENDER_PUBLIC: &str =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const BROWSER: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const SECRET: &str = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
    const BODY: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
                        mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                        pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        URL_SAFE_NO_PAD.decode(text).unwrap().try_into().unwrap()
    }

    fn target() -> PushTarget {
        PushTarget::parse("https://push.example.net/push/JzLQ3raZJfFB", BROWSER, AUTH).unwrap()
    }

    #[test]
    fn key_and_nonce_are_those_of_the_example_in_rfc_8291() {
        let (secret, own) = (bytes::<32>(SECRET), bytes::<65>(SENDER_PUBLIC));
        let keys = derive(&secret, &target(), &own, &bytes::<16>(SALT));
        assert_eq!(keys.key, bytes::<16>("oIhVW04MRdy2XN9CiKLxTg"));
        assert_eq!(keys.nonce, bytes::<12>("4h_95klXJ5E_qnoN"));
    }

    #[test]
    fn the_body_is_that_of_the_example_in_rfc_8291() {
        let own = fixed_agreement_key(&bytes(SENDER));
        let body = encrypt_with(&target(), TEXT.as_bytes(), 0, own, bytes(SALT)).unwrap();
        assert_eq!(URL_SAFE_NO_PAD.encode(body), BODY);
    }

    #[test]
    fn lengths_are_rounded_up_and_bodies_have_at_most_4096_bytes() {
        let length = |payload: usize| Ok(encrypt(&target(), &vec![b'x'; payload])?.len());
        let around = HEADER_BYTES + TAG_BYTES;
        assert_eq!([length(0), length(511)], [Ok(around + 512), Ok(around + 512)]);
        assert_eq!(length(512), Ok(around + 1024));
        assert_eq!((LONGEST_PAYLOAD, length(LONGEST_PAYLOAD)), (3993, Ok(4096)));
        let refusal = PushError::Unsendable("the notification is too long");
        assert_eq!(length(LONGEST_PAYLOAD + 1), Err(refusal));
    }
}

//! Enrolment tokens: signed, never stored.
//!
//! A token contains a deployment and an expiry. Everything else (site, uses,
//! networks, whether it was revoked) is in the deployment, so that a revocation
//! applies at once, and any number of tokens cost nothing.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

use crate::auth::{Secret, Vault};
use crate::hex::hex_bytes;
use crate::time::Timestamp;

/// Bytes of a deployment's identifier, of a time, and of the signature.
const UID: usize = 16;
const TIME: usize = 8;
const SIGNATURE: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnrolmentToken {
    /// Identifier of the deployment, a UUID.
    pub deployment: String,
    /// When the token itself expires; its deployment may expire sooner.
    pub expires: Timestamp,
}

impl EnrolmentToken {
    /// The token as text, for one computer's command line. `None` if the
    /// deployment's identifier is not a UUID.
    pub fn sign(&self, vault: &Vault) -> Option<Secret> {
        let mut bytes = uid_bytes(&self.deployment)?;
        bytes.extend_from_slice(&self.expires.micros().to_be_bytes());
        let signature = signature(&bytes, vault);
        bytes.extend_from_slice(&signature);
        Some(Secret::new(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Verifies and parses a token that this installation signed.
    pub fn read(text: &str, vault: &Vault) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text.trim()).ok()?;
        let (payload, signed) = bytes.split_at_checked(UID + TIME)?;
        if !bool::from(signature(payload, vault).ct_eq(signed)) {
            return None;
        }
        let (uid, time) = payload.split_at(UID);
        let expires = Timestamp::from_micros(i64::from_be_bytes(time.try_into().ok()?));
        Some(Self { deployment: uid_text(uid), expires })
    }
}

fn signature(payload: &[u8], vault: &Vault) -> [u8; SIGNATURE] {
    let mut signature = [0; SIGNATURE];
    let hash = blake3::keyed_hash(vault.enrolment_key(), payload);
    signature.copy_from_slice(&hash.as_bytes()[..SIGNATURE]);
    signature
}

fn uid_bytes(text: &str) -> Option<Vec<u8>> {
    hex_bytes(&text.replace('-', ""), UID)
}

/// A UUID as people write it.
fn uid_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(36);
    for (index, byte) in bytes.iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text.push_str(&format!("{byte:02x}"));
    }
    text
}

/// A random UUID, version 4.
pub fn random_uid() -> String {
    let mut bytes: [u8; UID] = rand::random();
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    uid_text(&bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vault() -> Vault {
        let folder = tempfile::tempdir().unwrap();
        Vault::open(&folder.path().join("key")).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_signed_token_is_read_back_and_a_changed_one_is_refused(
            micros in any::<i64>(), at in 0usize..54, letter in "[A-Za-z0-9_-]",
        ) {
            let vault = vault();
            let expires = Timestamp::from_micros(micros);
            let token = EnrolmentToken { deployment: random_uid(), expires };
            let text = token.sign(&vault).unwrap().reveal().to_owned();
            prop_assert_eq!(text.len(), 54);
            prop_assert_eq!(EnrolmentToken::read(&text, &vault), Some(token));

            let mut changed = text.clone();
            changed.replace_range(at..=at, &letter);
            if changed != text {
                prop_assert_eq!(EnrolmentToken::read(&changed, &vault), None);
            }
            prop_assert_eq!(EnrolmentToken::read(&text[..at], &vault), None);
        }
    }

    #[test]
    fn a_token_of_another_installation_is_refused() {
        let (here, there) = (vault(), vault());
        let expires = Timestamp::now();
        let token = EnrolmentToken { deployment: random_uid(), expires }.sign(&there).unwrap();
        assert_eq!(EnrolmentToken::read(token.reveal(), &here), None);
        assert_eq!(EnrolmentToken { deployment: "x".to_owned(), expires }.sign(&here), None);
    }

    #[test]
    fn an_identifier_is_a_random_uuid() {
        let (one, other) = (random_uid(), random_uid());
        assert_ne!(one, other);
        assert_eq!((one.len(), &one[14..15], &one[8..9]), (36, "4", "-"));
        assert!("89ab".contains(&one[19..20]), "{one}");
    }
}

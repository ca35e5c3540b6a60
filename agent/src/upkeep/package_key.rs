//! The key that signs programs for this agent: the first one the server names
//! is kept, and another does not count.

use anyhow::{Context, bail};
use muster_protocol::{UpdateAgent, hex};
use ring::signature::{ED25519, UnparsedPublicKey};

use super::signed_text::signed_text;
use crate::data_dir::DataDir;

/// Bytes of an Ed25519 key.
const KEY_BYTES: usize = 32;

/// Keeps the key that a welcome named, unless there is one already.
pub fn keep_key(data: &DataDir, key: &str) {
    let is_key = hex::decode(key).is_some_and(|bytes| bytes.len() == KEY_BYTES);
    if !is_key {
        return;
    }
    match std::fs::read_to_string(data.package_key_file()) {
        Ok(kept) if kept == key => {}
        Ok(_) => tracing::error!(
            "the server signs programs with another key than before: this agent takes no updates \
             until it is installed again"
        ),
        Err(_) => {
            if let Err(error) = data.replace(&data.package_key_file(), key.as_bytes()) {
                tracing::error!(%error, "the key that signs programs cannot be kept");
            }
        }
    }
}

/// Forgets the key, for a computer that is enrolled again: its server may have
/// another one. Without a key no update is taken; the next welcome brings it.
pub fn forget_key(data: &DataDir) -> anyhow::Result<()> {
    match std::fs::remove_file(data.package_key_file()) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).context("the key that signs programs cannot be removed")
        }
        _ => Ok(()),
    }
}

/// Refuses a program for another kind of computer, or one that the holder of
/// the kept key did not sign.
pub fn check_signature(data: &DataDir, request: &UpdateAgent) -> anyhow::Result<()> {
    check_signed(data, "the program", &signed_text(request), &request.signature)
}

/// Refuses what the holder of the kept key did not sign.
pub fn check_signed(
    data: &DataDir,
    what: &str,
    text: &[u8],
    signature: &str,
) -> anyhow::Result<()> {
    let key = std::fs::read_to_string(data.package_key_file())
        .context("this agent knows no key that signs programs")?;
    let key = hex::decode(&key).context("the key that signs programs is damaged")?;
    let signature = hex::decode(signature).context("the signature is not hex")?;
    if UnparsedPublicKey::new(&ED25519, key).verify(text, &signature).is_err() {
        bail!("{what} is not signed with the key of this agent's server");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_key_is_kept_and_nothing_else_is_one() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path());
        let kept = || std::fs::read_to_string(data.package_key_file()).ok();
        for nonsense in ["", "ab", "xyz"] {
            keep_key(&data, nonsense);
            assert_eq!(kept(), None, "{nonsense}");
        }
        let (first, second) = ("ab".repeat(32), "cd".repeat(32));
        keep_key(&data, &first);
        keep_key(&data, &second);
        assert_eq!(kept(), Some(first));
        forget_key(&data).unwrap();
        forget_key(&data).unwrap();
        keep_key(&data, &second);
        assert_eq!(kept(), Some(second));
    }
}

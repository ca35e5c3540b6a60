//! Signing a program, into a file beside it.

use std::path::Path;

use anyhow::Context;
use muster_protocol::{downgrade_to_sign, find_release, hex, package_to_sign};
use ring::digest::{SHA256, digest};
use ring::signature::Ed25519KeyPair;

/// An agent program, and the kind of computer it is for.
pub struct Program<'a> {
    pub path: &'a Path,
    /// `linux`, `windows` or `darwin`.
    pub plat: &'a str,
    /// `amd64`, `386`, `arm64` or `arm`, with `-static` after it for the static program.
    pub goarch: &'a str,
}

impl Program<'_> {
    /// Signs it, also for agents that have a newer release if that is wanted, and
    /// returns what was signed.
    pub fn sign(&self, key: &Ed25519KeyPair, downgrade: bool) -> anyhow::Result<String> {
        let Self { path, plat, goarch } = *self;
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let release = find_release(&bytes)
            .with_context(|| format!("{} does not say which release it is", path.display()))?;
        let sha256 = hex::encode(digest(&SHA256, &bytes).as_ref());
        self.write(".sig", key, &package_to_sign(plat, goarch, &release, &sha256))?;
        if downgrade {
            let text = downgrade_to_sign(plat, goarch, &release, &sha256);
            self.write(".downgrade.sig", key, &text)?;
        }
        Ok(format!("signed release {release} for {plat} on {goarch}, SHA-256 {sha256}"))
    }

    fn write(&self, ending: &str, key: &Ed25519KeyPair, text: &[u8]) -> anyhow::Result<()> {
        let mut path = self.path.as_os_str().to_owned();
        path.push(ending);
        let signature = hex::encode(key.sign(text).as_ref());
        std::fs::write(&path, format!("{signature}\n"))
            .with_context(|| format!("cannot write {}", Path::new(&path).display()))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use ring::signature::{ED25519, UnparsedPublicKey};
    use tempfile::TempDir;

    use super::*;
    use crate::key_file;

    /// A folder with a key and a program.
    fn folder(program: &str) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        key_file::create(&folder.path().join("key")).unwrap();
        std::fs::write(folder.path().join("program"), program).unwrap();
        folder
    }

    fn sign(folder: &TempDir, downgrade: bool) -> anyhow::Result<String> {
        let key = key_file::read(&folder.path().join("key")).unwrap();
        let path = &folder.path().join("program");
        Program { path, plat: "linux", goarch: "amd64" }.sign(&key, downgrade)
    }

    #[test]
    fn a_signed_program_is_verified_with_the_public_half_of_the_key() {
        let folder = folder("muster-agent release 1.2.3;\n");
        let key = key_file::read(&folder.path().join("key")).unwrap();
        let public = hex::decode(&key_file::public_half(&key)).unwrap();
        let public = UnparsedPublicKey::new(&ED25519, public);
        let signature = |ending: &str| {
            let text = std::fs::read_to_string(folder.path().join(format!("program{ending}")));
            text.ok().map(|text| hex::decode(text.trim()).unwrap())
        };
        let sha256 = hex::encode(digest(&SHA256, b"muster-agent release 1.2.3;\n").as_ref());

        let said = sign(&folder, false).unwrap();
        assert_eq!(said, format!("signed release 1.2.3 for linux on amd64, SHA-256 {sha256}"));
        let update = package_to_sign("linux", "amd64", "1.2.3", &sha256);
        public.verify(&update, &signature(".sig").unwrap()).unwrap();
        assert_eq!(signature(".downgrade.sig"), None);
        sign(&folder, true).unwrap();
        let downgrade = downgrade_to_sign("linux", "amd64", "1.2.3", &sha256);
        public.verify(&downgrade, &signature(".downgrade.sig").unwrap()).unwrap();
    }

    #[test]
    fn what_is_no_agent_program_is_not_signed() {
        let folder = folder("something else\n");
        let refusal = sign(&folder, false).unwrap_err().to_string();
        assert!(refusal.ends_with("program does not say which release it is"), "{refusal}");
        assert!(!folder.path().join("program.sig").exists());
    }

    #[test]
    fn a_key_is_for_its_owner_alone_and_is_never_overwritten() {
        let folder = folder("");
        let path = folder.path().join("key");
        let before = std::fs::read(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let refusal = key_file::create(&path).unwrap_err().to_string();
        assert!(refusal.starts_with("cannot make "), "{refusal}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
        let refusal = key_file::read(&folder.path().join("program")).err().unwrap().to_string();
        assert!(refusal.ends_with("program is not a key"), "{refusal}");
    }
}

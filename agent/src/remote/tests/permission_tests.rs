//! Which permissions count, and how often.

use muster_protocol::{OpenRemote, hex};
use muster_remote::{Grant, Kind, Target, grant_to_sign};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};
use tempfile::TempDir;

use crate::clock::now_micros;
use crate::data_dir::DataDir;
use crate::remote::helper::fake_viewers_tests::grant_for;
use crate::remote::permission::Permissions;
use crate::upkeep::keep_key;

const MINUTE: i64 = 60_000_000;

/// The key of an installation.
pub struct Installation(Ed25519KeyPair);

impl Installation {
    pub fn new() -> Self {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        Self(Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap())
    }

    /// An agent that knows this key.
    pub fn enrol(&self) -> (TempDir, DataDir) {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path().join("agent"));
        data.create().unwrap();
        keep_key(&data, &hex::encode(self.0.public_key().as_ref()));
        (folder, data)
    }

    pub fn sign(&self, text: &[u8]) -> String {
        hex::encode(self.0.sign(text).as_ref())
    }

    pub fn permit(&self, grant: &Grant) -> OpenRemote {
        let grant = serde_json::to_string(grant).unwrap();
        let signature = self.sign(&grant_to_sign(&grant));
        OpenRemote { grant, signature, ticket: "ticket".to_owned(), relay_url: String::new() }
    }
}

/// A grant that counts now.
pub fn fresh(session: &str, viewer: &str) -> Grant {
    let (session, now) = (session.to_owned(), now_micros());
    Grant { session, issued: now, expires: now + MINUTE, ..grant_for(viewer, "ann") }
}

fn reason(permissions: &Permissions, request: &OpenRemote) -> String {
    permissions.check(request).unwrap_err().to_string()
}

#[test]
fn a_permission_counts_once() {
    let installation = Installation::new();
    let (_folder, data) = installation.enrol();
    let permissions = Permissions::new(&data, "agent-1");
    let request = installation.permit(&fresh("s", "v"));
    assert_eq!(permissions.check(&request).unwrap(), serde_json::from_str(&request.grant).unwrap());
    assert_eq!(reason(&permissions, &request), "the permission was used before");
    // The same viewer again, with a new grant: it is the viewer that counts.
    let again = installation.permit(&Grant { view_only: true, ..fresh("s", "v") });
    assert_eq!(reason(&permissions, &again), "the permission was used before");
    for other in [fresh("s", "w"), fresh("t", "v")] {
        permissions.check(&installation.permit(&other)).unwrap();
    }
}

#[test]
fn only_the_key_of_the_installation_counts() {
    let (installation, other) = (Installation::new(), Installation::new());
    let (_folder, data) = installation.enrol();
    let permissions = Permissions::new(&data, "agent-1");
    let not_signed = "the permission is not signed with the key of this agent's server";
    assert_eq!(reason(&permissions, &other.permit(&fresh("s", "v"))), not_signed);
    let good = installation.permit(&fresh("s", "v"));
    let changed = OpenRemote { grant: good.grant.replace("\"ann\"", "\"bob\""), ..good.clone() };
    assert_eq!(reason(&permissions, &changed), not_signed);
    // Signed for another purpose.
    let signature = installation.sign(good.grant.as_bytes());
    assert_eq!(reason(&permissions, &OpenRemote { signature, ..good.clone() }), not_signed);
    let unsigned = OpenRemote { signature: String::new(), ..good.clone() };
    assert_eq!(reason(&permissions, &unsigned), not_signed);
    permissions.check(&good).unwrap();
}

#[test]
fn what_a_permission_says_has_to_fit() {
    let installation = Installation::new();
    let (_folder, data) = installation.enrol();
    let permissions = Permissions::new(&data, "agent-1");
    let good = || fresh("s", "v");
    let tunnel = Target { host: "127.0.0.1".to_owned(), port: 22 };
    for (wrong, expected) in [
        (
            Grant { version: 2, ..good() },
            "the permission has a version that this agent does not know",
        ),
        (Grant { agent: "agent-2".to_owned(), ..good() }, "the permission is for another agent"),
        (fresh("../s", "v"), "the permission names no session"),
        (fresh("s", ""), "the permission names no session"),
        (Grant { terminal: None, ..good() }, "the permission does not say what may be opened"),
        (Grant { kind: Kind::Tunnel, ..good() }, "the permission does not say what may be opened"),
        (
            Grant { expires: now_micros() + 6 * MINUTE, ..good() },
            "the permission is valid for longer than any may be",
        ),
        (Grant { issued: 0, expires: 1, ..good() }, "the permission has expired"),
        (
            Grant {
                issued: now_micros() + 10 * MINUTE,
                expires: now_micros() + 11 * MINUTE,
                ..good()
            },
            "the permission is not valid yet",
        ),
    ] {
        assert_eq!(reason(&permissions, &installation.permit(&wrong)), expected);
    }
    let good = Grant { kind: Kind::Tunnel, tunnel: Some(tunnel), terminal: None, ..good() };
    permissions.check(&installation.permit(&good)).unwrap();
    let no_grant = "{}".to_owned();
    let signature = installation.sign(&grant_to_sign(&no_grant));
    let request = OpenRemote { grant: no_grant, signature, ..installation.permit(&good) };
    assert_eq!(reason(&permissions, &request), "this agent cannot read the permission");
}

#[test]
fn permissions_expire_by_the_clock_of_the_server() {
    let installation = Installation::new();
    let (_folder, data) = installation.enrol();
    let permissions = Permissions::new(&data, "agent-1");
    let hour = 60 * MINUTE;
    permissions.clock.set(now_micros() + hour);
    let request = installation.permit(&fresh("s", "v"));
    assert_eq!(reason(&permissions, &request), "the permission has expired");
    let now = now_micros() + hour;
    let later = Grant { issued: now, expires: now + MINUTE, ..fresh("s", "v") };
    permissions.check(&installation.permit(&later)).unwrap();
}

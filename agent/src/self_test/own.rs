//! The agent itself: its program, its private folder, its service, the signatures it
//! believes, and its clocks.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use muster_protocol::hex;
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};

use super::bench::Bench;
use super::snag::{Found, Snag};
use crate::clock::Clock;
use crate::data_dir::DataDir;
use crate::freeze::Freeze;
use crate::os::{self, files};
use crate::upkeep::{check_signed, keep_key};

/// 1 November 2026: no computer with this program can be in a time before it.
const OLDEST: i64 = 1_793_491_200;

/// What every system calls the agent's own service.
const SERVICE: &str = "muster-agent";

/// How long the steady clock is watched.
const MOMENT: Duration = Duration::from_millis(20);

pub async fn program(_: Arc<Bench>) -> Found {
    let path = std::env::current_exe()?;
    let bytes = tokio::fs::metadata(&path).await?.len();
    Ok(format!("{} ({:.1} MB)", path.display(), bytes as f64 / 1e6))
}

/// A folder and a file that nobody else can read; and the agent's own folder.
pub async fn private_folder(bench: Arc<Bench>) -> Found {
    tokio::task::spawn_blocking(move || {
        let folder = bench.folder();
        must_be_private(folder)?;
        let path = folder.join("private");
        let mut file = files::private_file().create_new(true).open(&path)?;
        file.write_all(b"private")?;
        file.sync_all()?;
        if std::fs::read(&path)? != b"private" {
            return Err(Snag::failed("a file does not hold what was written"));
        }
        if bench.data.identity_file().exists() {
            must_be_private(bench.data.root())?;
            return Ok(format!("{} is only for its owner", bench.data.root().display()));
        }
        Ok(format!("a folder was made that is only for its owner, in {}", parent_of(folder)))
    })
    .await?
}

fn must_be_private(folder: &Path) -> Result<(), Snag> {
    match files::exposure(folder)? {
        None => Ok(()),
        Some(why) => Err(Snag::Failed(format!("{} is not private: {why}", folder.display()))),
    }
}

fn parent_of(folder: &Path) -> String {
    folder.parent().unwrap_or(folder).display().to_string()
}

/// The agent as a service of this system.
pub async fn service(_: Arc<Bench>) -> Found {
    let Some(service) = os::services::find_service(SERVICE).await? else {
        return Err(Snag::NotThere("the agent is not installed as a service".to_owned()));
    };
    let found = format!("{SERVICE} is {}, start type {}", service.status, service.start_type);
    match service.status.as_str() {
        "running" | "starting" => Ok(found),
        _ => Err(Snag::Failed(found)),
    }
}

/// A signature of the kind that freezes and programs have, accepted for its own text
/// alone.
pub async fn signatures(bench: Arc<Bench>) -> Found {
    tokio::task::spawn_blocking(move || {
        let data = DataDir::at(bench.folder().join("signatures"));
        data.create()?;
        let random = |_| Snag::failed("the system has no randomness for a key");
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(random)?;
        let key = Ed25519KeyPair::from_pkcs8(document.as_ref())
            .map_err(|_| Snag::failed("a key that was just made cannot be read"))?;
        keep_key(&data, &hex::encode(key.public_key().as_ref()));
        let signature = hex::encode(key.sign(b"this text").as_ref());
        check_signed(&data, "a text", b"this text", &signature)?;
        if check_signed(&data, "a text", b"another text", &signature).is_ok() {
            return Err(Snag::failed("a signature is accepted for another text"));
        }
        match Freeze::open(&data, "self-test").is_frozen() {
            true => Err(Snag::failed("an agent without a freeze is frozen")),
            false => Ok("a right signature is accepted, a wrong one is not".to_owned()),
        }
    })
    .await?
}

pub async fn clocks(_: Arc<Bench>) -> Found {
    let clock = Clock::of_this_machine();
    let before = clock.read();
    tokio::time::sleep(MOMENT).await;
    let after = clock.read();
    if after.steady.saturating_sub(before.steady) < MOMENT {
        return Err(Snag::failed("the steady clock stands still"));
    }
    let shown = after.now.format("%Y-%m-%d %H:%M:%S UTC");
    if after.now.timestamp() < OLDEST {
        return Err(Snag::Failed(format!("the clock says {shown}, which is in the past")));
    }
    Ok(format!("{shown}, time zone {}", after.zone.name()))
}

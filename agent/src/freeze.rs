//! Whether this agent is frozen: it takes no orders and starts nothing by
//! itself.
//!
//! The server signs the flag for this agent alone. The last one is kept, so that
//! a restart does not thaw the agent, also while the server is away.

use anyhow::Context;
use muster_protocol::{FreezeFlag, freeze_to_sign};
use tokio::sync::watch;

use crate::data_dir::DataDir;
use crate::upkeep::check_signed;

/// What a run says that did not begin because of a freeze.
pub const FROZEN: &str = "the agent is frozen: nothing may begin on this computer";

/// The last flag that counted.
#[derive(Debug)]
pub struct Freeze {
    data: DataDir,
    agent_id: String,
    flag: watch::Sender<FreezeFlag>,
}

impl Freeze {
    /// Continues with the flag that an earlier process kept. One that is not
    /// signed for this agent does not count.
    pub fn open(data: &DataDir, agent_id: &str) -> Self {
        let (data, agent_id) = (data.clone(), agent_id.to_owned());
        let kept = read(&data).and_then(|kept| match check(&data, &agent_id, &kept) {
            Ok(()) => Some(kept),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "the kept freeze does not count");
                None
            }
        });
        Self { data, agent_id, flag: watch::Sender::new(kept.unwrap_or_default()) }
    }

    /// Whether nothing may begin now.
    pub fn is_frozen(&self) -> bool {
        self.flag.borrow().frozen
    }

    /// Waits until nothing may begin.
    pub async fn wait_until_frozen(&self) {
        let mut flags = self.flag.subscribe();
        // It cannot fail: the sender is here.
        let _ = flags.wait_for(|flag| flag.frozen).await;
    }

    /// Takes a flag of the server; returns whether anything changed.
    pub fn take(&self, flag: &FreezeFlag) -> bool {
        let (serial, was_frozen) = {
            let known = self.flag.borrow();
            (known.serial, known.frozen)
        };
        if flag.serial < serial || (flag.serial == serial && flag.frozen == was_frozen) {
            return false;
        }
        if let Err(error) = check(&self.data, &self.agent_id, flag) {
            tracing::error!(error = format!("{error:#}"), "a freeze or thaw does not count");
            return false;
        }
        if let Err(error) = keep(&self.data, flag) {
            tracing::error!(error = format!("{error:#}"), "a freeze or thaw is not on the disk");
        }
        if flag.frozen != was_frozen {
            let state = if flag.frozen { "frozen" } else { "thawed" };
            tracing::warn!(serial = flag.serial, "this agent is {state}");
        }
        self.flag.send_replace(flag.clone());
        flag.frozen != was_frozen
    }
}

/// Forgets the flag, for a computer that is enrolled again: its server sends it
/// the one that counts there.
pub fn forget(data: &DataDir) -> anyhow::Result<()> {
    match std::fs::remove_file(data.freeze_file()) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).context("the kept freeze cannot be removed")
        }
        _ => Ok(()),
    }
}

/// Refuses a flag that the holder of the server's key did not sign for this
/// agent.
fn check(data: &DataDir, agent_id: &str, flag: &FreezeFlag) -> anyhow::Result<()> {
    let text = freeze_to_sign(agent_id, flag.serial, flag.frozen);
    check_signed(data, "the flag", &text, &flag.signature)
}

fn read(data: &DataDir) -> Option<FreezeFlag> {
    let text = std::fs::read(data.freeze_file()).ok()?;
    let kept: Result<FreezeFlag, _> = serde_json::from_slice(&text);
    kept.inspect_err(|error| tracing::error!(%error, "the kept freeze is damaged")).ok()
}

fn keep(data: &DataDir, flag: &FreezeFlag) -> anyhow::Result<()> {
    let text = serde_json::to_vec(flag).context("it cannot be written as JSON")?;
    data.replace(&data.freeze_file(), &text).context("its file cannot be written")
}

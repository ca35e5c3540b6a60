//! What a helper knows of this computer and its session before anybody is there.

use std::path::PathBuf;
use std::sync::Arc;

use super::limits::Patience;
use crate::identity::Identity;
use crate::remote::recording::RecorderSettings;
use crate::run_id::RunId;
use crate::transport::ProxySettings;

/// What does not change as long as the helper lives.
#[derive(Debug)]
pub struct Site {
    /// Who this agent is: it signs the handshake with each viewer.
    pub identity: Arc<Identity>,
    /// The way out of this network.
    pub proxies: ProxySettings,
    /// The session, which is also the mark of its processes.
    pub session: RunId,
    /// A folder of its own.
    pub folder: PathBuf,
    /// Where its recording goes.
    pub recordings: RecorderSettings,
    /// How long it waits for viewers.
    pub patience: Patience,
}

//! Links that open a remote session in the web interface: for one user, for a minute.
//!
//! A link is no authority: the session takes the login, rights, scope, second factor and
//! consent of any other. The signature says that this server made the link for its user,
//! so that an address that somebody else wrote opens nothing.

use std::time::Duration;

use muster_remote::{Kind, Target};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::details::SessionDetails;
use crate::auth::Vault;
use crate::error::ApiError;
use crate::ids::AgentId;
use crate::time::Timestamp;

/// How long a link can be opened.
const VALID: Duration = Duration::from_secs(60);

/// The agent's own computer: VNC links lead nowhere else.
const OWN_HOST: &str = "127.0.0.1";

const NOT_OURS: &str =
    "this link was not made by this server. Open the connection from the agent's page";
const OF_ANOTHER: &str = "this link is for another user. Open the connection from the agent's page";
const EXPIRED: &str = "this link has expired. Open the connection from the agent's page";

/// The names in the API of what links open.
pub const LINK_KINDS: &[&str] = &["terminal", "files", "screen", "vnc"];

/// What a link opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    Terminal,
    Files,
    Screen,
    /// VNC on the agent's own computer, through a tunnel.
    Vnc,
}

impl LinkKind {
    const ALL: [Self; 4] = [Self::Terminal, Self::Files, Self::Screen, Self::Vnc];

    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Terminal => "terminal",
            Self::Files => "files",
            Self::Screen => "screen",
            Self::Vnc => "vnc",
        }
    }

    /// The kind with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// A link, without its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteLink {
    pub agent_id: AgentId,
    pub kind: LinkKind,
    /// Of VNC: the TCP port. 0 for others.
    pub port: u16,
    /// Key of the user the link is for.
    pub user_id: i64,
    /// When it expires, in seconds since 1970.
    pub until: i64,
}

impl RemoteLink {
    /// A link that can be opened from now on.
    pub fn new(agent_id: &AgentId, kind: LinkKind, port: u16, user_id: i64) -> Self {
        let until = Timestamp::now().plus(VALID).seconds();
        Self { agent_id: agent_id.clone(), kind, port, user_id, until }
    }

    /// Its address in the web interface; `base` is the address people know the server by.
    pub fn address(&self, base: &str, vault: &Vault) -> String {
        let Self { agent_id, kind, port, user_id, until } = self;
        let agent = utf8_percent_encode(agent_id.as_str(), NON_ALPHANUMERIC);
        let port = if *port == 0 { String::new() } else { format!("&port={port}") };
        let (kind, signature) = (kind.as_str(), self.signature(vault).to_hex());
        format!(
            "{base}/ui/connect?agent={agent}&kind={kind}{port}&user={user_id}&until={until}\
             &signature={signature}"
        )
    }

    /// Refuses a link that was changed, that is for another user, or that has expired.
    pub fn must_be_for(
        &self,
        user_id: i64,
        signature: &str,
        vault: &Vault,
    ) -> Result<(), ApiError> {
        let refused = |sentence: &str| Err(ApiError::Forbidden(sentence.to_owned()));
        // Comparing two of these hashes takes the same time wherever they differ.
        let sent = blake3::Hash::from_hex(signature);
        if !sent.is_ok_and(|sent| sent == self.signature(vault)) {
            return refused(NOT_OURS);
        }
        if self.user_id != user_id {
            return refused(OF_ANOTHER);
        }
        if Timestamp::now().seconds() >= self.until {
            return refused(EXPIRED);
        }
        Ok(())
    }

    /// The session that it opens.
    pub fn session(&self) -> (Kind, SessionDetails) {
        let nothing = SessionDetails::default();
        match self.kind {
            LinkKind::Terminal => (Kind::Terminal, nothing),
            LinkKind::Files => (Kind::Files, nothing),
            LinkKind::Screen => (Kind::Screen, nothing),
            LinkKind::Vnc => {
                let target = Target { host: OWN_HOST.to_owned(), port: self.port };
                (Kind::Tunnel, SessionDetails { tunnel: Some(target), ..nothing })
            }
        }
    }

    /// Over JSON, in which no two links are the same text.
    fn signature(&self, vault: &Vault) -> blake3::Hash {
        let Self { agent_id, kind, port, user_id, until } = self;
        let fields = (agent_id, kind.as_str(), port, user_id, until);
        let text = serde_json::to_string(&fields).expect("texts and numbers are plain JSON");
        blake3::keyed_hash(vault.remote_link_key(), text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_link_has_a_name_and_every_name_a_kind() {
        assert_eq!(LinkKind::ALL.map(LinkKind::as_str), *LINK_KINDS);
        assert!(LinkKind::ALL.iter().all(|kind| LinkKind::named(kind.as_str()) == Some(*kind)));
        assert_eq!(LinkKind::named("tunnel"), None);
    }
}

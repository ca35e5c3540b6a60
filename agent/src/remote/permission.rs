//! Who may open a session here: viewers with a grant that the installation's key signed for
//! this agent, each grant once.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use muster_protocol::OpenRemote;
use muster_remote::{Grant, Kind, grant_to_sign};

use super::server_clock::ServerClock;
use crate::data_dir::DataDir;
use crate::os::Problem;
use crate::run_id::RunId;
use crate::upkeep::check_signed;

/// The only version of grants there is.
const VERSION: u32 = 1;

/// No grant is longer.
const LONGEST_GRANT: usize = 16 * 1024;

/// A grant is valid for a minute; one that claims much more is not believed.
const LONGEST_VALIDITY: i64 = 5 * 60 * 1_000_000;

/// How many grants are remembered at once: those of some minutes.
const MOST_REMEMBERED: usize = 4096;

/// Checks grants, and remembers those that were used.
#[derive(Debug)]
pub struct Permissions {
    data: DataDir,
    agent_id: String,
    /// The clock that grants expire by.
    pub clock: ServerClock,
    /// Session and viewer of each grant that was used, and when it expires.
    used: Mutex<HashMap<(String, String), i64>>,
}

impl Permissions {
    /// For this agent, which has used none.
    pub fn new(data: &DataDir, agent_id: &str) -> Self {
        Self {
            data: data.clone(),
            agent_id: agent_id.to_owned(),
            clock: ServerClock::default(),
            used: Mutex::default(),
        }
    }

    /// Reads a grant that counts here and now. It does not count a second time.
    pub fn check(&self, request: &OpenRemote) -> Result<Grant, Problem> {
        if request.grant.len() > LONGEST_GRANT {
            return Err(Problem::failed("the permission is too long"));
        }
        let text = grant_to_sign(&request.grant);
        check_signed(&self.data, "the permission", &text, &request.signature)?;
        let grant: Grant = serde_json::from_str(&request.grant)
            .map_err(|_| Problem::failed("this agent cannot read the permission"))?;
        self.check_content(&grant)?;
        self.use_once(&grant)?;
        Ok(grant)
    }

    fn check_content(&self, grant: &Grant) -> Result<(), Problem> {
        let is_complete = match grant.kind {
            Kind::Terminal => grant.terminal.is_some(),
            Kind::Tunnel => grant.tunnel.is_some(),
            Kind::Files | Kind::Screen => true,
        };
        let (now, validity) = (self.clock.now(), grant.expires.saturating_sub(grant.issued));
        let reason = if grant.version != VERSION {
            "the permission has a version that this agent does not know"
        } else if grant.agent != self.agent_id {
            "the permission is for another agent"
        } else if RunId::parse(&grant.session).is_none() || RunId::parse(&grant.viewer).is_none() {
            "the permission names no session"
        } else if !is_complete {
            "the permission does not say what may be opened"
        } else if validity > LONGEST_VALIDITY {
            "the permission is valid for longer than any may be"
        } else if grant.expires <= now {
            "the permission has expired"
        } else if grant.expires > now.saturating_add(LONGEST_VALIDITY) {
            "the permission is not valid yet"
        } else {
            return Ok(());
        };
        Err(Problem::failed(reason))
    }

    fn use_once(&self, grant: &Grant) -> Result<(), Problem> {
        let now = self.clock.now();
        let mut used = self.used();
        used.retain(|_, expires| *expires > now);
        if used.len() >= MOST_REMEMBERED {
            return Err(Problem::failed("too many sessions were opened within a minute"));
        }
        let key = (grant.session.clone(), grant.viewer.clone());
        match used.insert(key, grant.expires) {
            None => Ok(()),
            Some(_) => Err(Problem::failed("the permission was used before")),
        }
    }

    fn used(&self) -> MutexGuard<'_, HashMap<(String, String), i64>> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

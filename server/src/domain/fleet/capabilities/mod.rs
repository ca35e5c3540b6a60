//! What an agent can do, and the reason for what it cannot: decided by its platform
//! and by the names it reported when it last connected.

mod functions;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

use self::functions::{FUNCTIONS, Function};
use crate::error::ApiError;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::wording::sentence;

/// The columns of [`Capabilities`] of an agent `a`, beside `a.plat`.
pub const CAPABILITY_COLUMNS: &str = "a.version as agent_version, \
     (select k.names from agent_capabilities k where k.agent_id = a.id) as reported_names";

/// What the program of an agent `a` is built for: `amd64`, or `amd64-static` if it
/// reported [`muster_protocol::capability::STATIC_PROGRAM`].
pub const BUILD: &str = "case when exists (select 1 from agent_capabilities k \
        where k.agent_id = a.id and ' ' || k.names || ' ' like '% static_program %') \
     then a.goarch || '-static' else a.goarch end";

/// Longer than the name of any function.
const LONGEST_NAME: usize = 64;

/// Why a function is not available.
const CODES: &[&str] = &["", "unknown", "unsupported_platform", "agent_outdated"];

/// What an agent reported about itself that decides what it can do.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Capabilities {
    plat: String,
    agent_version: String,
    /// Names with spaces between them; none if the agent has not connected since
    /// the server records them.
    reported_names: Option<String>,
}

/// Whether an agent has a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Capability {
    Available,
    /// The agent never reported what it can do.
    Unknown(String),
    /// Its platform has nothing like it.
    WrongPlatform(String),
    /// Its version does not have it.
    Outdated(String),
}

/// Whether an agent has a function, as the API shows it.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct ShownCapability {
    /// Null while it is unknown: the agent has not connected yet.
    available: Option<bool>,
    /// `unknown`, `unsupported_platform` or `agent_outdated`, as in refusals; empty
    /// where it is available.
    #[schema(extensions(("x-enum-values" = json!(CODES))))]
    code: &'static str,
    /// Why it is not available, or unknown; empty where it is available.
    reason: String,
}

impl Capabilities {
    /// Whether the agent has a function: the name of an order, a question or
    /// another capability of `muster_protocol`.
    pub fn of(&self, name: &str) -> Capability {
        let function = FUNCTIONS.iter().find(|function| function.name == name);
        let deed = function.map_or("do this", |function| function.deed);
        let platforms = function.and_then(|function| function.platforms.as_ref());
        if let Some((plats, reason)) = platforms
            && !plats.contains(&self.plat.as_str())
        {
            return Capability::WrongPlatform((*reason).to_owned());
        }
        let Some(names) = &self.reported_names else {
            return Capability::Unknown(format!(
                "it is not known yet whether this agent can {deed}: it has not connected since \
                 the server records that"
            ));
        };
        if names.split(' ').any(|reported| reported == name) {
            return Capability::Available;
        }
        let advice = function.map_or("update it", Function::advice);
        let version = self.agent_version.trim();
        Capability::Outdated(match version {
            "" => format!("this agent's version cannot {deed}: {advice}"),
            _ => format!("this agent is version {version}, which cannot {deed}: {advice}"),
        })
    }

    /// Why the agent does not have a function; none while that is not known.
    pub fn lack(&self, name: &str) -> Option<String> {
        match self.of(name) {
            Capability::Available | Capability::Unknown(_) => None,
            Capability::WrongPlatform(reason) | Capability::Outdated(reason) => Some(reason),
        }
    }

    /// Refuses what the agent is known not to have, with the reason.
    pub fn require(&self, name: &str) -> Result<(), ApiError> {
        match self.of(name) {
            Capability::Available | Capability::Unknown(_) => Ok(()),
            Capability::WrongPlatform(reason) => Err(ApiError::UnsupportedPlatform(reason)),
            Capability::Outdated(reason) => Err(ApiError::AgentOutdated(reason)),
        }
    }

    /// Every function there is, by name.
    pub fn shown(&self) -> BTreeMap<String, ShownCapability> {
        let show = |function: &Function| {
            let (available, code, reason) = match self.of(function.name) {
                Capability::Available => (Some(true), "", String::new()),
                Capability::Unknown(reason) => (None, "unknown", sentence(&reason)),
                Capability::WrongPlatform(reason) => {
                    (Some(false), "unsupported_platform", sentence(&reason))
                }
                Capability::Outdated(reason) => (Some(false), "agent_outdated", sentence(&reason)),
            };
            (function.name.to_owned(), ShownCapability { available, code, reason })
        };
        FUNCTIONS.iter().map(show).collect()
    }
}

/// Stores the names of [`names_to_store`], where they differ from those that were
/// stored before.
pub async fn record_capabilities(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    before: Option<&str>,
    names: &str,
) -> Result<(), DbErr> {
    if before == Some(names) {
        return Ok(());
    }
    sql::execute(
        write,
        "insert into agent_capabilities (agent_id, names) values ($1, $2)
         on conflict (agent_id) do update set names = excluded.names",
        [agent.into(), names.into()],
    )
    .await?;
    Ok(())
}

/// The names of a hello as they are stored: those that could be a function's, in
/// order, each once. Names that this server does not know may be known to the next.
pub fn names_to_store(names: &[String]) -> String {
    let is_name = |name: &&str| {
        let is_plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        !name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(is_plain)
    };
    let mut names: Vec<&str> = names.iter().map(String::as_str).filter(is_name).collect();
    names.sort_unstable();
    names.dedup();
    names.join(" ")
}

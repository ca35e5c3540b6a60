//! Which recordings are wanted, and in which order.

use sea_orm::Value;
use utoipa::IntoParams;

use crate::auth::Scope;
use crate::domain::recordings::{STATES, missing_before};
use crate::domain::remote::KINDS;
use crate::input::{Fields, Parse};
use crate::listing::Search;

const LONGEST_NAME: usize = 255;

/// The fields a caller may order by.
pub(super) const ORDERINGS: &[&str] = &[
    "id",
    "began",
    "hostname",
    "client_name",
    "site_name",
    "kind",
    "username",
    "duration_seconds",
    "bytes",
    "parts",
    "state",
];
/// The columns that are searched.
const SEARCHED: &[&str] = &[
    "hostname",
    "agent_id",
    "client_name",
    "site_name",
    "kind",
    "username",
    "reason",
    "session",
    "state",
];

/// Which recordings to list.
#[derive(Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordingFilter {
    /// Only those of the agent with this identifier.
    agent: Option<String>,
    /// Only those of sessions of this kind.
    kind: Option<String>,
    /// Only those of sessions that this user opened.
    user: Option<String>,
    /// Only those of this session.
    session: Option<String>,
    /// Only those in this state.
    state: Option<String>,
}

impl Parse for RecordingFilter {
    fn parse(fields: &Fields<'_>) -> Self {
        let name = |name| fields.text(name).max(LONGEST_NAME).optional();
        Self {
            agent: name("agent"),
            kind: fields.text("kind").one_of(KINDS).optional(),
            user: name("user"),
            session: name("session"),
            state: fields.text("state").one_of(STATES).optional(),
        }
    }
}

/// Recordings to be read, as SQL: scope, filters and search in one condition.
pub(super) struct Condition {
    parts: Vec<String>,
    /// Values of the parameters of the text; `$1` is the one of the state.
    pub(super) values: Vec<Value>,
}

impl Condition {
    /// Every recording, for the command line.
    pub(super) fn every() -> Self {
        Self { parts: vec!["1 = 1".to_owned()], values: vec![missing_before().into()] }
    }

    /// What a caller with this scope may see and the filters let through. A recording
    /// without an agent is for those who see everything.
    pub(super) fn new(scope: &Scope, filter: RecordingFilter, search: Option<&str>) -> Self {
        let mut condition = Self::every();
        condition.parts.push(scope.site_condition("l.client", "l.site"));
        // An agent that was removed and can still be restored has no site here.
        condition.parts.push("(l.agent_key is null or l.site is not null)".to_owned());
        condition.equal("agent_id", filter.agent);
        condition.equal("kind", filter.kind);
        condition.equal("username", filter.user);
        condition.equal("session", filter.session);
        condition.equal("state", filter.state);
        if let Some(text) = search {
            let found = Search::parse(text).condition(SEARCHED, &mut condition.values);
            condition.parts.extend(found);
        }
        condition
    }

    pub(super) fn text(&self) -> String {
        self.parts.join(" and ")
    }

    /// Adds a value and returns its parameter.
    pub(super) fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    /// One recording alone.
    pub(super) fn only(&mut self, id: i64) {
        let id = self.bind(id);
        self.parts.push(format!("l.id = {id}"));
    }

    fn equal(&mut self, column: &str, value: Option<String>) {
        if let Some(value) = value {
            let value = self.bind(value);
            self.parts.push(format!("l.{column} = {value}"));
        }
    }
}

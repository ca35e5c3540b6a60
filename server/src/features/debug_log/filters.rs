//! Which entries of the debug log are wanted, and in which order.

use std::time::Duration;

use sea_orm::Value;
use utoipa::{IntoParams, ToSchema};

use crate::auth::Scope;
use crate::input::{Fields, Parse};
use crate::listing::{FieldKind, Filter, Search};
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
const LONGEST_ID: usize = 255;

/// With the empty text, which callers send for "any".
const LEVELS: &[&str] = &["", "info", "warning", "error", "critical"];
const TYPES: &[&str] =
    &["", "agent_update", "agent_issues", "win_updates", "system_issues", "scripting"];

/// The columns a caller may sort by.
pub const SORTABLE: &[&str] =
    &["entry_time", "id", "agent", "agent_id", "log_level", "log_type", "message"];
/// The columns that are searched.
const SEARCHED: &[&str] = &["agent", "agent_id", "log_level", "log_type", "message"];

/// Conditions that must all hold; an empty one holds always.
#[derive(Debug, Default, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct DebugFilters {
    /// Exactly this level.
    #[param(required = false)]
    #[schema(required = false)]
    pub log_level_filter: String,
    /// Exactly this type.
    #[param(required = false)]
    #[schema(required = false)]
    pub log_type_filter: String,
    /// Id of an agent.
    #[param(required = false)]
    #[schema(required = false)]
    pub agent_filter: String,
    /// The last so many days.
    pub time_filter: Option<i64>,
}

impl Parse for DebugFilters {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            log_level_filter: fields.text("logLevelFilter").one_of(LEVELS).or(String::new()),
            log_type_filter: fields.text("logTypeFilter").one_of(TYPES).or(String::new()),
            agent_filter: fields.text("agentFilter").max(LONGEST_ID).or(String::new()),
            time_filter: fields.whole("timeFilter").between(1..=36_500).nullable().flatten(),
        }
    }
}

/// Entries to be read, as SQL: scope, filters and search in one condition.
pub struct Condition {
    parts: Vec<String>,
    /// Values of the parameters `$1`, `$2`, … of the text.
    pub values: Vec<Value>,
}

impl Condition {
    /// What a caller with this scope may see and the filters let through.
    pub fn new(scope: &Scope, filters: DebugFilters, search: Option<&str>) -> Self {
        let visible = match scope.is_everything() {
            // An agent that was removed and can still be restored has no site here.
            true => "(agent_key is null or site_id is not null)".to_owned(),
            false => scope.site_condition("client_id", "site_id"),
        };
        let mut condition = Self { parts: vec![visible], values: Vec::new() };
        condition.equal("log_level", filters.log_level_filter);
        condition.equal("log_type", filters.log_type_filter);
        if !filters.agent_filter.is_empty() {
            // By its key, which has an index.
            let agent = condition.bind(filters.agent_filter);
            let key = format!("(select id from present_agents where agent_id = {agent})");
            condition.parts.push(format!("agent_key = {key}"));
        }
        if let Some(days) = filters.time_filter {
            let days = u32::try_from(days).unwrap_or(u32::MAX);
            let since = condition.bind(Timestamp::now().minus(DAY * days));
            condition.parts.push(format!("entry_time >= {since}"));
        }
        if let Some(text) = search {
            let found = Search::parse(text).condition(SEARCHED, &mut condition.values);
            condition.parts.extend(found);
        }
        condition
    }

    /// Narrows by fields of the entries.
    pub fn narrow(&mut self, fields: &[(&str, Filter)]) {
        for (column, filter) in fields {
            let condition = filter.condition(column, 0, &mut self.values);
            self.parts.push(condition);
        }
    }

    pub fn text(&self) -> String {
        self.parts.join(" and ")
    }

    /// Adds a value and returns its parameter.
    pub fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn equal(&mut self, column: &str, value: String) {
        if !value.is_empty() {
            let value = self.bind(value);
            self.parts.push(format!("{column} = {value}"));
        }
    }
}

/// How a column can be filtered.
pub fn kind_of(column: &str) -> FieldKind {
    match column {
        "id" => FieldKind::Whole,
        "entry_time" => FieldKind::Time,
        _ => FieldKind::Text,
    }
}

/// The order of the entries.
pub struct Order {
    /// One of [`SORTABLE`].
    pub column: String,
    /// Largest or newest first.
    pub descending: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self { column: "entry_time".to_owned(), descending: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debug_log::{LogLevel, LogType};

    #[test]
    fn every_level_and_type_can_be_filtered_by() {
        assert_eq!(LEVELS, [&[""][..], LogLevel::NAMES].concat());
        assert_eq!(TYPES, [&[""][..], LogType::NAMES].concat());
    }
}

//! Which rows of the audit log are wanted, and in which order.

use std::time::Duration;

use sea_orm::Value;
use utoipa::{IntoParams, ToSchema};

use crate::audit::{Action, ObjectType};
use crate::auth::Identity;
use crate::input::{Fields, Parse};
use crate::listing::{FieldKind, Filter, Search};
use crate::time::Timestamp;

/// A filter with more than this is a mistake, or an attack.
const MAX_ITEMS: usize = 1000;
const DAY: Duration = Duration::from_secs(24 * 3600);
/// The columns a caller may sort by.
pub const SORTABLE: &[&str] = &[
    "entry_time",
    "id",
    "username",
    "agent",
    "agent_id",
    "site",
    "action",
    "object_type",
    "object_id",
    "message",
    "ip_address",
];
/// The columns that are searched.
const SEARCHED: &[&str] = &[
    "username",
    "agent",
    "agent_id",
    "site",
    "action",
    "object_type",
    "object_id",
    "message",
    "ip_address",
];

/// Conditions that must all hold; an empty one holds always.
#[derive(Debug, Default, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct Filters {
    /// Ids of agents.
    #[param(required = false)]
    #[schema(required = false)]
    pub agent_filter: Vec<String>,
    /// Ids of clients.
    #[param(required = false)]
    #[schema(required = false)]
    pub client_filter: Vec<i64>,
    /// Names of users.
    #[param(required = false)]
    #[schema(required = false)]
    pub user_filter: Vec<String>,
    /// Actions.
    #[param(required = false)]
    #[schema(required = false)]
    pub action_filter: Vec<String>,
    /// Object types.
    #[param(required = false)]
    #[schema(required = false)]
    pub object_filter: Vec<String>,
    /// The last so many days.
    pub time_filter: Option<i64>,
}

impl Parse for Filters {
    fn parse(fields: &Fields<'_>) -> Self {
        let choices = |name: &str, allowed: &[&str]| {
            let sentence = format!("must be some of {}", allowed.join(", "));
            let are_few = |choices: &Vec<String>| choices.len() <= MAX_ITEMS;
            fields.texts(name).each_of(allowed, &sentence).check(are_few, &sentence).or(Vec::new())
        };
        let names = |name: &str| fields.texts(name).max_items(MAX_ITEMS, "items").or(Vec::new());
        Self {
            agent_filter: names("agentFilter"),
            client_filter: fields
                .wholes("clientFilter")
                .max_items(MAX_ITEMS, "items")
                .or(Vec::new()),
            user_filter: names("userFilter"),
            action_filter: choices("actionFilter", Action::NAMES),
            object_filter: choices("objectFilter", ObjectType::NAMES),
            time_filter: fields.whole("timeFilter").between(1..=36_500).nullable().flatten(),
        }
    }
}

/// Rows to be read, as SQL: scope, filters and search in one condition.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    parts: Vec<String>,
    /// Values of the parameters `$1`, `$2`, … of the text.
    pub values: Vec<Value>,
}

impl Condition {
    /// What this caller may see and the filters let through.
    pub fn new(caller: &Identity, filters: Filters, search: Option<&str>) -> Self {
        let mut condition = Self::default();
        if !caller.scope.is_everything() {
            // Rows about clients and sites in scope, and the caller's own: by their
            // account, as others may have had their name.
            let scope = caller.scope.site_condition("client_id", "site_id");
            let own = condition.bind(caller.user_id);
            condition.parts.push(format!("({scope} or user_id = {own})"));
        }
        condition.one_of("agent_id", filters.agent_filter);
        condition.one_of("client_id", filters.client_filter);
        condition.one_of("username", filters.user_filter);
        condition.one_of("action", filters.action_filter);
        condition.one_of("object_type", filters.object_filter);
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

    /// Narrows by fields of the rows.
    pub fn narrow(&mut self, fields: &[(&str, Filter)]) {
        for (column, filter) in fields {
            let condition = filter.condition(column, 0, &mut self.values);
            self.parts.push(condition);
        }
    }

    /// Whether it matches every row.
    pub fn is_everything(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn text(&self) -> String {
        if self.parts.is_empty() { "1 = 1".to_owned() } else { self.parts.join(" and ") }
    }

    /// Adds a value and returns its parameter.
    pub fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn one_of<V: Into<Value>>(&mut self, column: &str, values: Vec<V>) {
        if values.is_empty() {
            return;
        }
        let placeholders: Vec<String> = values.into_iter().map(|value| self.bind(value)).collect();
        self.parts.push(format!("{column} in ({})", placeholders.join(", ")));
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

/// The order of the rows.
#[derive(Clone, Debug)]
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

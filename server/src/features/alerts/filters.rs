//! Which alerts are wanted.

use std::time::Duration;

use sea_orm::Value;
use utoipa::{IntoParams, ToSchema};

use super::alert::{ALERT_TYPES, SEVERITIES};
use crate::auth::Scope;
use crate::input::{Fields, Parse};
use crate::listing::Search;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
const MOST_CLIENTS: usize = 1000;

/// The columns a caller may sort by.
pub const SORTABLE: &[&str] = &[
    "id",
    "alert_time",
    "severity",
    "alert_type",
    "message",
    "hostname",
    "client",
    "site",
    "resolved_on",
];
/// The columns that are searched.
const SEARCHED: &[&str] =
    &["message", "hostname", "client", "site", "severity", "alert_type", "check_name", "task_name"];

/// Conditions that must all apply; an absent one always does.
#[derive(Debug, Default, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct AlertFilters {
    /// The last so many days.
    pub time_filter: Option<i64>,
    /// Keys of clients.
    #[param(required = false)]
    #[schema(required = false)]
    pub client_filter: Vec<i64>,
    /// Severities.
    #[param(required = false)]
    #[schema(required = false)]
    pub severity_filter: Vec<String>,
    /// False leaves out alerts that are resolved.
    pub resolved_filter: Option<bool>,
    /// False leaves out alerts that are snoozed.
    pub snoozed_filter: Option<bool>,
}

impl Parse for AlertFilters {
    fn parse(fields: &Fields<'_>) -> Self {
        let severities = fields.texts("severityFilter");
        let sentence = format!("must be of {}", SEVERITIES.join(", "));
        Self {
            time_filter: fields.whole("timeFilter").between(1..=36_500).nullable().flatten(),
            client_filter: fields
                .wholes("clientFilter")
                .max_items(MOST_CLIENTS, "clients")
                .nullable()
                .flatten()
                .unwrap_or_default(),
            severity_filter: severities
                .each_of(SEVERITIES, &sentence)
                .nullable()
                .flatten()
                .unwrap_or_default(),
            resolved_filter: fields.flag("resolvedFilter").nullable().flatten(),
            snoozed_filter: fields.flag("snoozedFilter").nullable().flatten(),
        }
    }
}

/// What only the list by GET accepts.
#[derive(Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MoreFilters {
    /// Identifier or key of an agent.
    pub agent: Option<String>,
    /// What they are about.
    #[param(rename = "type")]
    pub kind: Option<String>,
    /// True for alerts of maintenance and those that another one covers, which are
    /// left out otherwise.
    #[param(required = false)]
    pub suppressed: bool,
    /// True for alerts that are only for mail, text messages and actions as well.
    #[param(required = false)]
    pub hidden: bool,
}

impl Parse for MoreFilters {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            agent: fields.text("agent").max(255).optional(),
            kind: fields.text("type").one_of(ALERT_TYPES).optional(),
            suppressed: fields.flag("suppressed").or(false),
            hidden: fields.flag("hidden").or(false),
        }
    }
}

/// Alerts to be read, as SQL: scope, filters and search in one condition.
pub struct Condition {
    parts: Vec<String>,
    /// Values of the parameters `$1`, `$2`, … of the text.
    pub values: Vec<Value>,
}

impl Condition {
    /// What a caller with this scope may see.
    pub fn in_scope(scope: &Scope) -> Self {
        let visible = match scope.is_everything() {
            // An agent that was removed and can still be restored has no name here.
            true => "(agent is null or agent_id <> '')".to_owned(),
            false => scope.site_condition("client_id", "site_id"),
        };
        Self { parts: vec![visible], values: Vec::new() }
    }

    /// What the bell counts.
    pub fn shown_at_bell(scope: &Scope) -> Self {
        Self::in_scope(scope).and("not resolved and not snoozed and not hidden and not suppressed")
    }

    /// What the filters let through as well.
    pub fn filtered(scope: &Scope, filters: AlertFilters, more: &MoreFilters) -> Self {
        let mut condition = Self::in_scope(scope);
        if let Some(days) = filters.time_filter {
            let days = u32::try_from(days).unwrap_or(u32::MAX);
            let since = condition.bind(Timestamp::now().minus(DAY * days));
            condition.parts.push(format!("alert_time >= {since}"));
        }
        if !filters.client_filter.is_empty() {
            let list = crate::storage::sql::list(&filters.client_filter);
            condition.parts.push(format!("client_id in ({list})"));
        }
        if !filters.severity_filter.is_empty() {
            let names: Vec<String> =
                filters.severity_filter.into_iter().map(|name| condition.bind(name)).collect();
            condition.parts.push(format!("severity in ({})", names.join(", ")));
        }
        if filters.resolved_filter == Some(false) {
            condition.parts.push("not resolved".to_owned());
        }
        if filters.snoozed_filter == Some(false) {
            condition.parts.push("not snoozed".to_owned());
        }
        condition.narrow(more);
        condition
    }

    fn narrow(&mut self, more: &MoreFilters) {
        if let Some(agent) = &more.agent {
            let part = match agent.parse::<i64>() {
                Ok(key) => format!("agent = {}", self.bind(key)),
                Err(_) => format!("agent_id = {}", self.bind(agent.clone())),
            };
            self.parts.push(part);
        }
        if let Some(kind) = &more.kind {
            let kind = self.bind(kind.clone());
            self.parts.push(format!("alert_type = {kind}"));
        }
        self.parts.push(match (more.suppressed, more.hidden) {
            (true, _) => "suppressed".to_owned(),
            (false, true) => "not suppressed".to_owned(),
            (false, false) => "not suppressed and not hidden".to_owned(),
        });
    }

    /// One more condition.
    pub fn and(mut self, part: impl Into<String>) -> Self {
        self.parts.push(part.into());
        self
    }

    /// What a search finds.
    pub fn search(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            let found = Search::parse(text).condition(SEARCHED, &mut self.values);
            self.parts.extend(found);
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
}

//! Which runs a list shows, and in which order.

use std::time::Duration;

use sea_orm::Value;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::queries::Selection;
use crate::auth::Scope;
use crate::domain::runs::{RunKind, RunStatus};
use crate::error::ApiError;
use crate::input::{Fields, Parse};
use crate::listing::{FieldKind, Filter, ListQuery, Page, Search};
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Rows of a list that is requested without pages.
const MAX_ROWS: i64 = 1000;

/// Scans that the server started itself are only listed when the list asks for
/// scans, or for a user.
const NO_OWN_SCANS: &str = "(r.type <> 'patch_scan' or r.user_id is null or r.user_id <> 0)";

/// The columns that are searched.
const SEARCHED: &[&str] =
    &["hostname", "username", "command", "script_name", "shell", "type", "status", "problem"];
/// What the list can be ordered by, and the column behind it.
const ORDERINGS: &[(&str, &str)] = &[
    ("time", "r.time"),
    ("id", "r.id"),
    ("hostname", "lower(a.hostname)"),
    ("type", "r.type"),
    ("status", "r.status"),
    ("username", "lower(r.username)"),
    ("script_name", "lower(r.script_name)"),
    ("started", "r.started"),
    ("finished", "r.finished"),
    ("execution_time", "r.execution_time"),
];

/// Fields that are filters in addition to those with parameters of their own.
const FIELDS: &[(&str, &str, FieldKind)] = &[
    ("id", "r.id", FieldKind::Whole),
    ("agent_id", "a.agent_id", FieldKind::Text),
    ("hostname", "a.hostname", FieldKind::Text),
    ("username", "r.username", FieldKind::Text),
    ("shell", "r.shell", FieldKind::Text),
    ("script_name", "r.script_name", FieldKind::Text),
    ("retcode", "r.retcode", FieldKind::Whole),
    ("execution_time", "r.execution_time", FieldKind::Decimal),
    ("time", "r.time", FieldKind::Time),
    ("started", "r.started", FieldKind::Time),
    ("finished", "r.finished", FieldKind::Time),
];

/// Which runs.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RunFilters {
    /// The last so many days.
    days: Option<i64>,
    /// `cmd_run`, `script_run`, ….
    #[param(rename = "type")]
    kind: Option<String>,
    /// `queued`, `running`, `passed`, `failed`, `timed_out`, `cancelled` or `expired`.
    status: Option<String>,
    /// Name of a user.
    user: Option<String>,
    /// Key of a script.
    script: Option<i64>,
    #[param(ignore)]
    fields: Vec<(&'static str, Filter)>,
    #[param(ignore)]
    pub(super) list: ListQuery,
}

impl Parse for RunFilters {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            days: fields.whole("days").between(1..=36_500).optional(),
            kind: fields.text("type").one_of(RunKind::NAMES).optional(),
            status: fields.text("status").one_of(RunStatus::NAMES).optional(),
            user: fields.text("user").optional(),
            script: fields.whole("script").optional(),
            fields: FIELDS
                .iter()
                .flat_map(|(name, column, kind)| {
                    kind.parse(name, fields).into_iter().map(move |filter| (*column, filter))
                })
                .collect(),
            list: ListQuery::parse(fields),
        }
    }
}

/// The filters by fields of a run, in the OpenAPI document.
pub struct RunFieldFilters;

impl IntoParams for RunFieldFilters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        FIELDS.iter().flat_map(|(name, _, kind)| kind.describe(name)).collect()
    }
}

/// Combined conditions, with their values.
#[derive(Debug, Default)]
pub struct Conditions {
    parts: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    /// What is in scope.
    pub fn new(scope: &Scope) -> Self {
        let scope = scope.site_condition("s.client_id", "s.id");
        Self { parts: vec![scope], values: Vec::new() }
    }

    /// A comparison with a value, if there is one: `r.id =`.
    pub fn and<V: Into<Value>>(&mut self, comparison: &str, value: Option<V>) {
        if let Some(value) = value {
            self.values.push(value.into());
            self.parts.push(format!("{comparison} ${}", self.values.len()));
        }
    }

    /// A condition without values of its own.
    pub fn and_also(&mut self, condition: &str) {
        self.parts.push(condition.to_owned());
    }

    fn search(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            let found = Search::parse(text).condition(SEARCHED, &mut self.values);
            self.parts.extend(found);
        }
    }

    /// The matching runs, in the order and the page requested; without a page
    /// the newest thousand.
    pub fn select(mut self, list: &ListQuery) -> Result<Selection, ApiError> {
        self.search(list.search.as_deref());
        let page = list.page().unwrap_or(Page { number: 1, size: MAX_ROWS });
        let order = order(list)?;
        Ok(Selection { condition: self.parts.join(" and "), values: self.values, order, page })
    }
}

impl RunFilters {
    /// The conditions of these filters.
    pub fn conditions(&self, scope: &Scope) -> Conditions {
        let mut conditions = Conditions::new(scope);
        let days = self.days.and_then(|days| u32::try_from(days).ok());
        conditions.and("r.time >=", days.map(|days| Timestamp::now().minus(DAY * days)));
        if self.kind.is_none() && self.user.is_none() {
            // Three per agent and day would leave no room for the rest.
            conditions.and_also(NO_OWN_SCANS);
        }
        conditions.and("r.type =", self.kind.clone());
        conditions.and("r.username =", self.user.clone());
        conditions.and("r.script_id =", self.script);
        conditions.and("r.status =", self.status.as_deref());
        for (column, filter) in &self.fields {
            let condition = filter.condition(column, 0, &mut conditions.values);
            conditions.parts.push(condition);
        }
        conditions
    }
}

fn order(list: &ListQuery) -> Result<String, ApiError> {
    let names: Vec<&str> = ORDERINGS.iter().map(|(name, _)| *name).collect();
    let Some((field, descending)) = list.order(&names)? else {
        return Ok("r.time desc, r.id desc".to_owned());
    };
    let column = ORDERINGS.iter().find(|(name, _)| *name == field).map_or("r.id", |(_, c)| c);
    let direction = if descending { "desc" } else { "asc" };
    Ok(format!("{column} {direction} nulls last, r.id {direction}"))
}

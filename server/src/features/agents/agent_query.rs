//! Which agents a list shows, in which order.

use sea_orm::Value as SqlValue;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use super::fleet_columns::{Column, FIXED, LAST_SEEN};
use super::fleet_queries::Selection;
use crate::auth::Scope;
use crate::domain::fleet::{MONITORING_TYPES, PLATFORMS, Status};
use crate::input::{Fields, Parse};
use crate::listing::{FieldKind, Filter, ListQuery};

/// What the list can be ordered by, and the column behind it.
const ORDERINGS: &[(&str, &str)] = &[
    ("hostname", "lower(a.hostname)"),
    ("client_name", "lower(c.name)"),
    ("site_name", "lower(s.name)"),
    ("last_seen", "a.last_seen"),
    ("boot_time", "a.boot_time"),
    ("operating_system", "lower(a.operating_system)"),
    ("version", "a.version"),
    ("total_ram", "a.total_ram"),
    ("id", "a.id"),
];
/// Fields with a fixed set of values, which have their own filters.
const ENUM_FIELDS: &[&str] = &["monitoring_type", "plat", "status"];

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AgentQuery {
    /// `false` for the reduced list.
    pub detail: Option<bool>,
    /// `server` or `workstation`.
    monitoring_type: Option<String>,
    /// Id of a client.
    client: Option<i64>,
    /// Id of a site.
    site: Option<i64>,
    /// Name of a client, whatever the case.
    client_name: Option<String>,
    /// Name of a site, whatever the case.
    site_name: Option<String>,
    /// `windows`, `linux` or `darwin`.
    plat: Option<String>,
    /// `online`, `offline` or `overdue`.
    status: Option<String>,
    /// Only agents with a larger key; with `ordering=id`. The links to the
    /// next page have it, so that no agent is missed or seen twice while
    /// others come and go.
    pub after: Option<i64>,
    #[param(ignore)]
    filters: Vec<(&'static str, Filter)>,
    #[param(ignore)]
    order: Option<(&'static str, bool)>,
    /// Page, search and order.
    #[param(ignore)]
    pub list: ListQuery,
}

impl Parse for AgentQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        let choice = |name: &str, choices: &[&str]| fields.text(name).one_of(choices).optional();
        let list = ListQuery::parse(fields);
        let order = order(&list, fields);
        let after = fields.whole("after").optional();
        if after.is_some() && order != Some(("a.id", false)) {
            fields.problem("after", "needs ordering=id");
        }
        let mut filters = Vec::new();
        for (column, kind) in filterable() {
            let found = kind.parse(column.name, fields);
            filters.extend(found.into_iter().map(|filter| (column.sql, filter)));
        }
        Self {
            detail: fields.flag("detail").optional(),
            monitoring_type: choice("monitoring_type", MONITORING_TYPES),
            client: fields.client_or_site("client"),
            site: fields.client_or_site("site"),
            client_name: fields.text("client_name").optional(),
            site_name: fields.text("site_name").optional(),
            plat: choice("plat", PLATFORMS),
            status: choice("status", Status::NAMES),
            after,
            filters,
            order,
            list,
        }
    }
}

fn filterable() -> impl Iterator<Item = (&'static Column, FieldKind)> {
    let columns = FIXED.iter().chain([&LAST_SEEN]);
    let columns = columns.filter(|column| !ENUM_FIELDS.contains(&column.name));
    columns.filter_map(|column| Some((column, column.kind()?)))
}

fn order(list: &ListQuery, fields: &Fields<'_>) -> Option<(&'static str, bool)> {
    let names: Vec<&str> = ORDERINGS.iter().map(|(name, _)| *name).collect();
    match list.order(&names) {
        Ok(ordering) => {
            let (field, descending) = ordering?;
            let (_, column) = ORDERINGS.iter().find(|(name, _)| *name == field)?;
            Some((column, descending))
        }
        Err(_) => {
            fields.problem("ordering", format!("must be one of {}", names.join(", ")));
            None
        }
    }
}

impl AgentQuery {
    /// All agents in scope that match.
    pub fn selection(&self, scope: &Scope) -> Selection {
        let mut conditions = Vec::new();
        let mut values: Vec<SqlValue> = Vec::new();
        conditions.extend(self.site_condition(scope, &mut values));
        let mut equals = |column: &str, value: Option<SqlValue>| {
            if let Some(value) = value {
                values.push(value);
                conditions.push(format!("{column} = ${}", values.len() + 1));
            }
        };
        equals("a.monitoring_type", self.monitoring_type.clone().map(Into::into));
        equals("a.plat", self.plat.clone().map(Into::into));
        equals("a.site_id", self.site.map(Into::into));
        if let Some(status) = &self.status {
            conditions.push(Status::condition(status).to_owned());
        }
        for (column, filter) in &self.filters {
            conditions.push(filter.condition(column, 1, &mut values));
        }
        conditions.push("1 = 1".to_owned());
        // Agents without a value come last either way, on both engines.
        let order = self.order.map(|(column, descending)| {
            format!("{column} {} nulls last", if descending { "desc" } else { "asc" })
        });
        Selection {
            condition: conditions.join(" and "),
            values,
            order,
            page: None,
            counts: None,
            after: None,
        }
    }

    /// Whether the order is by key, in which pages are stable.
    pub fn is_by_key(&self) -> bool {
        self.order == Some(("a.id", false))
    }

    /// The condition on the site; `None` if every site matches.
    fn site_condition(&self, scope: &Scope, values: &mut Vec<SqlValue>) -> Option<String> {
        let mut conditions = Vec::new();
        if !scope.is_everything() {
            conditions.push(scope.site_condition("s.client_id", "s.id"));
        }
        conditions.extend(self.client.map(|client| format!("s.client_id = {client}")));
        for (column, name) in [("c.name", &self.client_name), ("s.name", &self.site_name)] {
            let filter = name.clone().map(Filter::Is);
            conditions.extend(filter.map(|filter| filter.condition(column, 1, values)));
        }
        if conditions.is_empty() {
            return None;
        }
        // The plus keeps SQLite from going from site to site and from there
        // row by row: most agents are wanted.
        Some(format!(
            "+a.site_id in (select s.id from sites s join clients c on c.id = s.client_id
                             where {})",
            conditions.join(" and ")
        ))
    }
}

/// The filters by the fields of an item, in the OpenAPI document.
pub struct AgentFilters;

impl IntoParams for AgentFilters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        filterable().flat_map(|(column, kind)| kind.describe(column.name)).collect()
    }
}

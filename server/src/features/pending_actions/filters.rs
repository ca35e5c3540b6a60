//! Which pending actions a list shows.

use utoipa::IntoParams;

use super::pending_action::{STATES, TYPES, kinds_of, names};
use crate::input::{Fields, Parse};
use crate::listing::ListQuery;

/// Fields a list can be ordered by.
pub const ORDERINGS: &[&str] =
    &["id", "entry_time", "hostname", "client", "site", "action_type", "status", "expires"];

/// Which pending actions.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PendingFilters {
    /// `pending` if absent; `completed`, `failed`, `cancelled` or `expired`.
    pub status: Option<String>,
    /// `runcmd`, `runscript`, `runpatchscan`, ….
    #[param(rename = "type")]
    pub kind: Option<String>,
    /// Key of a client.
    pub client: Option<i64>,
    /// Key of a site.
    pub site: Option<i64>,
    #[param(ignore)]
    pub list: ListQuery,
}

impl Parse for PendingFilters {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            status: fields.text("status").one_of(&names(STATES)).optional(),
            kind: fields.text("type").one_of(TYPES).optional(),
            client: fields.client_or_site("client"),
            site: fields.client_or_site("site"),
            list: ListQuery::parse(fields),
        }
    }
}

impl PendingFilters {
    /// The selected states of runs.
    pub fn states(&self) -> &'static [&'static str] {
        behind(STATES, self.status.as_deref().unwrap_or("pending"))
    }

    /// The selected kinds of run; none for all.
    pub fn kinds(&self) -> Option<Vec<&'static str>> {
        self.kind.as_deref().map(kinds_of)
    }
}

fn behind(names: &[(&str, &'static [&'static str])], wanted: &str) -> &'static [&'static str] {
    names.iter().find(|(word, _)| *word == wanted).map_or(&[], |(_, behind)| behind)
}

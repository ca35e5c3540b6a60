//! The agents that a saved view shows.

use serde_json::{Map, Value};

use super::agent_query::AgentQuery;
use super::list_agents::list_matching;
use crate::app::App;
use crate::auth::Scope;
use crate::error::ApiError;
use crate::input;

/// Words of a view that do not decide which agents it shows.
const NO_FILTERS: &[&str] = &["page", "page_size", "ordering", "sort", "view", "detail", "after"];

/// Keys of the agents in scope that a view with this query shows.
pub async fn agents_of_view(app: &App, scope: &Scope, query: &Value) -> Result<Vec<i64>, ApiError> {
    let query: AgentQuery = input::parse(&filters(query), true)?;
    list_matching(app, scope, &query).await
}

/// The words of a view as filters of the list: `type` is the `monitoring_type`, and
/// `all` of anything is no filter.
fn filters(query: &Value) -> Map<String, Value> {
    let mut filters = Map::new();
    for (name, value) in query.as_object().into_iter().flatten() {
        let name = if name == "type" { "monitoring_type" } else { name };
        let is_none = value.is_null() || value == "all" || value == "";
        if !NO_FILTERS.contains(&name) && !is_none {
            filters.insert(name.to_owned(), value.clone());
        }
    }
    filters
}

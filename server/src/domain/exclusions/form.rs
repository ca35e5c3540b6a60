//! The lists that a caller may write.

use serde_json::Value;
use utoipa::ToSchema;

use crate::input::{Field, Fields, Parse};

const MOST_EXCLUDED: usize = 5000;

/// What a policy or an alert template leaves out. A list replaces the stored one, as far as the
/// caller's scope goes.
#[derive(ToSchema)]
pub struct ExclusionForm {
    /// Agents by identifier or key.
    #[schema(value_type = Option<Vec<Object>>)]
    pub excluded_agents: Option<Vec<Value>>,
    /// Keys of sites.
    pub excluded_sites: Option<Vec<i64>>,
    /// Keys of clients.
    pub excluded_clients: Option<Vec<i64>>,
}

impl Parse for ExclusionForm {
    fn parse(fields: &Fields<'_>) -> Self {
        let keys = |name: &str| {
            let field = fields.wholes(name);
            or_default(field.max_items(MOST_EXCLUDED, "entries"))
        };
        Self {
            excluded_agents: agents(fields),
            excluded_sites: keys("excluded_sites"),
            excluded_clients: keys("excluded_clients"),
        }
    }
}

/// Agents by identifier or by key.
fn agents(fields: &Fields<'_>) -> Option<Vec<Value>> {
    let name = "excluded_agents";
    if fields.json(name).check(Value::is_array, "must be a list").nullable()?.is_none() {
        return Some(Vec::new());
    }
    fields.agents(name).max_items(MOST_EXCLUDED, "entries").optional()
}

fn or_default<T: Default>(field: Field<'_, '_, T>) -> Option<T> {
    field.nullable().map(Option::unwrap_or_default)
}

//! Which software of which agents is requested.

use utoipa::IntoParams;

use crate::auth::Scope;
use crate::input::{Fields, Parse};
use crate::listing::{ListQuery, Search, containing};

/// The columns a search covers.
const SEARCHED: &[&str] = &["name", "version", "publisher", "source"];

/// What narrows the lists of the fleet's software.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SoftwareFilter {
    /// Part of the name, in any case.
    name: Option<String>,
    /// The whole version.
    version: Option<String>,
    /// Part of the publisher, in any case.
    publisher: Option<String>,
    /// Key of a client.
    client: Option<i64>,
    /// Key of a site.
    site: Option<i64>,
    /// Page, search and order.
    #[param(ignore)]
    pub list: ListQuery,
}

impl Parse for SoftwareFilter {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: fields.text("name").optional(),
            version: fields.text("version").optional(),
            publisher: fields.text("publisher").optional(),
            client: fields.client_or_site("client"),
            site: fields.client_or_site("site"),
            list: ListQuery::parse(fields),
        }
    }
}

impl SoftwareFilter {
    /// Condition on the columns of `software`, with its values from `$1` on.
    pub fn items(&self) -> (String, Vec<sea_orm::Value>) {
        let mut conditions = vec!["1 = 1".to_owned()];
        let mut values: Vec<sea_orm::Value> = Vec::new();
        for (column, text) in [("name", &self.name), ("publisher", &self.publisher)] {
            if let Some(text) = text {
                values.push(containing(text).into());
                conditions.push(format!(r"lower({column}) like ${} escape '\'", values.len()));
            }
        }
        if let Some(version) = &self.version {
            values.push(version.clone().into());
            conditions.push(format!("version = ${}", values.len()));
        }
        let search = self.list.search.as_deref().map(Search::parse);
        conditions.extend(search.and_then(|search| search.condition(SEARCHED, &mut values)));
        (conditions.join(" and "), values)
    }

    /// Condition on `sites s`: in scope and as asked for. It has no values.
    pub fn sites(&self, scope: &Scope) -> String {
        let mut conditions = vec![scope.site_condition("s.client_id", "s.id")];
        conditions.extend(self.client.map(|id| format!("s.client_id = {id}")));
        conditions.extend(self.site.map(|id| format!("s.id = {id}")));
        conditions.join(" and ")
    }
}

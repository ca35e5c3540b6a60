//! All SQL of updates.

mod approved;
mod counts;
mod decide;
mod ended_run;
mod fleet;
mod hiding;
mod read;
mod shown;
mod write;

pub use approved::*;
pub use counts::*;
pub use decide::*;
pub use ended_run::*;
pub use fleet::*;
pub use hiding::*;
pub use read::*;
pub use shown::*;
pub use write::*;

use sea_orm::Value;

/// Rows in one statement: SQLite takes 32,766 values, PostgreSQL 65,535.
const CHUNK: usize = 500;

/// Conditions on `winupdates w`, `agents a` and `sites s`.
pub struct Selection {
    condition: String,
    values: Vec<Value>,
}

impl Selection {
    /// The rows of a condition without values.
    pub fn new(condition: String) -> Self {
        Self { condition, values: Vec::new() }
    }

    /// Narrows by a condition without values.
    pub fn and(&mut self, condition: &str) {
        self.condition.push_str(" and ");
        self.condition.push_str(condition);
    }

    /// Narrows to rows with this value.
    pub fn equals(&mut self, column: &str, value: impl Into<Value>) {
        self.values.push(value.into());
        let condition = format!("{column} = ${}", self.values.len());
        self.and(&condition);
    }

    /// Narrows to rows with one of these values.
    pub fn among(&mut self, column: &str, values: &[String]) {
        let first = self.values.len() + 1;
        self.values.extend(values.iter().map(|value| value.as_str().into()));
        let placeholders: Vec<String> =
            (first..=self.values.len()).map(|n| format!("${n}")).collect();
        self.and(&format!("{column} in ({})", placeholders.join(", ")));
    }

    /// Narrows by a search over columns.
    pub fn search(&mut self, search: &crate::listing::Search, columns: &[&str]) {
        if let Some(condition) = search.condition(columns, &mut self.values) {
            self.and(&condition);
        }
    }
}

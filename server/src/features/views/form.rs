//! The fields of a view that a caller may write.

use serde_json::{Value, json};
use utoipa::ToSchema;

use super::view::{PAGES, SavedView};
use crate::input::{Field, Fields, Parse};

const LONGEST_TEXT: usize = 255;
/// Bytes of the longest query, as JSON.
const LONGEST_QUERY: usize = 16 * 1024;
const MOST_COLUMNS: usize = 200;

/// A new view.
#[derive(ToSchema)]
pub struct CreateView {
    /// The table: `agents`, `alerts`, `checks`, `tasks`, `software`,
    /// `updates`, `audit` or `history`.
    pub(super) page: String,
    /// What it is called; trimmed.
    pub(super) name: String,
    /// What the rows are filtered by, at most 16 KiB.
    #[schema(required = false, value_type = Object)]
    pub(super) query: Value,
    /// The columns, in their order, at most 200.
    #[schema(required = false)]
    pub(super) columns: Vec<String>,
    /// What the rows are ordered by.
    #[schema(required = false)]
    pub(super) sort: String,
    /// Whether everybody may see it.
    #[schema(required = false, default = false)]
    pub(super) shared: bool,
}

/// What to change of a view. Absent keys keep what they have.
#[derive(ToSchema)]
pub struct ViewForm {
    /// The table.
    #[schema(required = false, value_type = String)]
    page: Option<String>,
    /// What it is called; trimmed.
    #[schema(required = false, value_type = String)]
    name: Option<String>,
    /// What the rows are filtered by, at most 16 KiB; null for nothing.
    #[schema(value_type = Option<Object>)]
    query: Option<Value>,
    /// The columns, in their order, at most 200; null for none.
    columns: Option<Vec<String>>,
    /// What the rows are ordered by; null for the table's own order.
    sort: Option<String>,
    /// Whether everybody may see it.
    #[schema(required = false, value_type = bool)]
    shared: Option<bool>,
}

impl Parse for CreateView {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            page: page(fields).required(),
            name: name(fields).required(),
            query: query(fields).or(json!({})),
            columns: columns(fields).or(Vec::new()),
            sort: sort(fields).or(String::new()),
            shared: fields.flag("shared").or(false),
        }
    }
}

impl Parse for ViewForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            page: page(fields).optional(),
            name: name(fields).optional(),
            query: query(fields).nullable().map(|sent| sent.unwrap_or_else(|| json!({}))),
            columns: columns(fields).nullable().map(Option::unwrap_or_default),
            sort: sort(fields).nullable().map(Option::unwrap_or_default),
            shared: fields.flag("shared").optional(),
        }
    }
}

impl ViewForm {
    /// The view with this change made.
    pub fn applied_to(self, view: SavedView) -> SavedView {
        SavedView {
            page: self.page.unwrap_or(view.page),
            name: self.name.unwrap_or(view.name),
            query: self.query.unwrap_or(view.query),
            columns: self.columns.unwrap_or(view.columns),
            sort: self.sort.unwrap_or(view.sort),
            shared: self.shared.unwrap_or(view.shared),
            ..view
        }
    }
}

fn page<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("page").one_of(PAGES)
}

fn name<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("name").trimmed().not_blank().max(LONGEST_TEXT)
}

fn query<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, Value> {
    let is_short = |query: &Value| query.to_string().len() <= LONGEST_QUERY;
    let field = fields.json("query").check(Value::is_object, "must be an object");
    field.check(is_short, "must have at most 16384 bytes")
}

fn columns<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, Vec<String>> {
    let is_short = |column: &String| column.chars().count() <= LONGEST_TEXT;
    let are_short = |columns: &Vec<String>| columns.iter().all(is_short);
    let field = fields.texts("columns").max_items(MOST_COLUMNS, "items");
    field.check(are_short, "must have at most 255 characters each")
}

fn sort<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("sort").max(LONGEST_TEXT)
}

//! The fields of a snippet that a caller may write.

use utoipa::ToSchema;

use super::snippet::Snippet;
use crate::domain::ownership::{SentOwners, sent_owners};
use crate::features::scripts::form::shell;
use crate::input::{Field, Fields, Parse};

/// Bytes of the longest code.
const LONGEST_CODE: usize = 128 * 1024;
const LONGEST_NAME: usize = 40;
const LONGEST_DESCRIPTION: usize = 50;

/// What to change of a snippet. Absent keys keep their value.
#[derive(ToSchema)]
pub struct SnippetForm {
    /// Trimmed, without braces; unique whatever the case.
    #[schema(required = false, value_type = String)]
    name: Option<String>,
    /// The code, at most 128 KiB.
    #[schema(required = false, value_type = String)]
    code: Option<String>,
    /// `powershell`, `cmd`, `python`, `shell`, `nushell` or `deno`.
    #[schema(required = false, value_type = String)]
    shell: Option<String>,
    /// What it does.
    desc: Option<String>,
    /// Keys of the clients it belongs to; empty for all.
    #[schema(value_type = Option<Vec<i64>>)]
    pub(super) owner_clients: SentOwners,
}

impl Parse for SnippetForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: name(fields).optional(),
            code: code(fields).optional(),
            shell: shell(fields).optional(),
            desc: desc(fields),
            owner_clients: sent_owners(fields),
        }
    }
}

impl SnippetForm {
    /// The snippet with this change made, except for its owners.
    pub fn applied_to(self, snippet: Snippet) -> Snippet {
        Snippet {
            name: self.name.unwrap_or(snippet.name),
            code: self.code.unwrap_or(snippet.code),
            shell: self.shell.unwrap_or(snippet.shell),
            desc: self.desc.unwrap_or(snippet.desc),
            ..snippet
        }
    }
}

/// The name: what can be written between braces on one line.
pub fn name<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    let field = fields.text("name").trimmed().not_blank().max(LONGEST_NAME);
    let is_plain =
        |name: &String| !name.contains(['{', '}']) && !name.chars().any(char::is_control);
    field.check(is_plain, "must have neither braces nor control characters")
}

pub fn code<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("code").not_blank().max_bytes(LONGEST_CODE)
}

/// The description, if it was sent; null empties it.
pub fn desc(fields: &Fields<'_>) -> Option<String> {
    fields.text("desc").max(LONGEST_DESCRIPTION).nullable().map(Option::unwrap_or_default)
}

//! The fields of a policy that a caller may write.

use utoipa::ToSchema;

use crate::domain::exclusions::ExclusionForm;
use crate::domain::ownership::{SentOwners, sent_owners};
use crate::input::{Field, Fields, Parse};

const LONGEST_NAME: usize = 255;
const LONGEST_TEXT: usize = 10_000;

/// What to change of a policy. Absent keys keep their value.
#[derive(ToSchema)]
pub struct PolicyForm {
    /// Trimmed; unique whatever the case.
    #[schema(required = false, value_type = String)]
    pub name: Option<String>,
    #[serde(flatten)]
    pub details: PolicyDetails,
}

/// What a policy need not have. Null means the default.
#[derive(ToSchema)]
pub struct PolicyDetails {
    /// What people say about it.
    pub desc: Option<String>,
    /// Whether it acts; false if never said.
    pub active: Option<bool>,
    /// Whether its checks win over the agents' own; false if never said.
    pub enforced: Option<bool>,
    /// Template that decides who is notified of alerts; null for none.
    #[schema(value_type = Option<i64>)]
    pub alert_template: Option<Option<i64>>,
    /// Keys of the clients it belongs to; empty for all. By default all, or
    /// those that the caller's scope has as a whole.
    #[schema(value_type = Option<Vec<i64>>)]
    pub owner_clients: SentOwners,
    #[serde(flatten)]
    pub exclusions: ExclusionForm,
}

impl Parse for PolicyForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { name: name(fields).optional(), details: PolicyDetails::parse(fields) }
    }
}

impl Parse for PolicyDetails {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            desc: or_default(fields.text("desc").max(LONGEST_TEXT)),
            active: or_default(fields.flag("active")),
            enforced: or_default(fields.flag("enforced")),
            alert_template: fields.whole("alert_template").nullable(),
            owner_clients: sent_owners(fields),
            exclusions: ExclusionForm::parse(fields),
        }
    }
}

/// The name of a policy.
pub fn name<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("name").trimmed().not_blank().max(LONGEST_NAME)
}

fn or_default<T: Default>(field: Field<'_, '_, T>) -> Option<T> {
    field.nullable().map(Option::unwrap_or_default)
}

//! What a caller may send about a client or a site: nested or flat.

use sea_orm::DbErr;
use utoipa::ToSchema;

use super::client::Client;
use super::site::Site;
use crate::audit::Change;
use crate::domain::alert_templates::check_reference;
use crate::domain::fleet::EnrolmentApproval;
use crate::domain::references::check_references;
use crate::error::Problems;
use crate::input::Fields;
use crate::storage::TextEnum;

/// Longest name of a client or a site.
const NAME_LENGTH: usize = 255;

/// The fields of a client or site that a caller may write. Absent ones stay.
#[derive(Debug, Default, ToSchema)]
pub struct Form {
    /// Trimmed; unique whatever the case.
    name: Option<String>,
    /// Policy for servers; null for none.
    #[schema(value_type = Option<i64>)]
    server_policy: Option<Option<i64>>,
    /// Policy for workstations; null for none.
    #[schema(value_type = Option<i64>)]
    workstation_policy: Option<Option<i64>>,
    /// Template that decides who is notified of alerts; null for none.
    #[schema(value_type = Option<i64>)]
    alert_template: Option<Option<i64>>,
    /// Whether policies from above stop here.
    block_policy_inheritance: Option<bool>,
}

/// The stored fields of a client or a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredFields {
    pub name: String,
    /// Policy for servers.
    pub server_policy: Option<i64>,
    /// Policy for workstations.
    pub workstation_policy: Option<i64>,
    pub alert_template: Option<i64>,
    /// Whether policies from above stop here.
    pub block_policy_inheritance: bool,
}

impl Form {
    /// The fields of a new object: it needs a name.
    pub fn of_new(fields: &Fields<'_>) -> Self {
        let name = name(fields, "name").required();
        Self { name: Some(name), ..Self::of_others(fields) }
    }

    /// The fields of a change.
    pub fn of_existing(fields: &Fields<'_>) -> Self {
        Self { name: name(fields, "name").optional(), ..Self::of_others(fields) }
    }

    fn of_others(fields: &Fields<'_>) -> Self {
        Self {
            name: None,
            server_policy: fields.whole("server_policy").nullable(),
            workstation_policy: fields.whole("workstation_policy").nullable(),
            alert_template: fields.whole("alert_template").nullable(),
            block_policy_inheritance: fields.flag("block_policy_inheritance").optional(),
        }
    }

    /// Applies the form to what is stored.
    pub fn merged_with(self, stored: StoredFields) -> StoredFields {
        StoredFields {
            name: self.name.unwrap_or(stored.name),
            server_policy: self.server_policy.unwrap_or(stored.server_policy),
            workstation_policy: self.workstation_policy.unwrap_or(stored.workstation_policy),
            alert_template: self.alert_template.unwrap_or(stored.alert_template),
            block_policy_inheritance: self
                .block_policy_inheritance
                .unwrap_or(stored.block_policy_inheritance),
        }
    }
}

impl StoredFields {
    /// Adds problems for policies and templates that do not exist, under the path of
    /// the fields.
    pub async fn check(
        &self,
        change: &Change,
        path: &str,
        problems: &mut Problems,
    ) -> Result<(), DbErr> {
        let fields = [format!("{path}server_policy"), format!("{path}workstation_policy")];
        let [server, workstation] = fields.each_ref().map(String::as_str);
        let references = [(server, self.server_policy), (workstation, self.workstation_policy)];
        check_references(&**change, &references, problems).await?;
        let field = format!("{path}alert_template");
        check_reference(&**change, (&field, self.alert_template), problems).await
    }

    /// Whether agents may get other policies when this replaces what was
    /// stored.
    pub fn has_other_policies(&self, before: &Self) -> bool {
        let policies = |stored: &Self| {
            let Self { server_policy, workstation_policy, block_policy_inheritance, .. } = stored;
            (*server_policy, *workstation_policy, *block_policy_inheritance)
        };
        policies(self) != policies(before)
    }
}

/// Parses `{"client": {…}}` or the same fields without the object around them,
/// and returns the path they were under.
pub fn nested_or_flat<T>(
    fields: &Fields<'_>,
    object: &str,
    read: impl FnOnce(&Fields<'_>) -> T,
) -> (T, String) {
    match fields.object(object) {
        Some(inner) => (read(&inner), format!("{object}.")),
        None => (read(fields), String::new()),
    }
}

/// Which computers of a site wait for approval.
pub fn approval(fields: &Fields<'_>) -> Option<EnrolmentApproval> {
    let name = fields.text("enrolment_approval").one_of(EnrolmentApproval::NAMES).optional();
    name.and_then(|name| EnrolmentApproval::from_name(&name))
}

/// A name: trimmed, 1 to 255 characters.
pub fn name<'f, 'a>(fields: &'f Fields<'a>, field: &str) -> crate::input::Field<'f, 'a, String> {
    fields.text(field).trimmed().not_blank().max(NAME_LENGTH)
}

impl From<&Client> for StoredFields {
    fn from(client: &Client) -> Self {
        Self {
            name: client.name.clone(),
            server_policy: client.server_policy,
            workstation_policy: client.workstation_policy,
            alert_template: client.alert_template,
            block_policy_inheritance: client.block_policy_inheritance,
        }
    }
}

impl From<&Site> for StoredFields {
    fn from(site: &Site) -> Self {
        Self {
            name: site.name.clone(),
            server_policy: site.server_policy,
            workstation_policy: site.workstation_policy,
            alert_template: site.alert_template,
            block_policy_inheritance: site.block_policy_inheritance,
        }
    }
}

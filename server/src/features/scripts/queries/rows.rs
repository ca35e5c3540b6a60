//! Scripts as they are read from the database.

use sea_orm::FromQueryResult;

use super::super::approval::PendingChange;
use super::super::script::{Script, ScriptItem};
use super::{read_authors, read_content};
use crate::audit::Stamps;
use crate::domain::ownership::read_owners;
use crate::domain::settings::queries::SCRIPT_APPROVAL_IS_ON;
use crate::time::Timestamp;

/// A script without its body.
#[derive(FromQueryResult)]
pub struct ItemRow {
    id: i64,
    guid: Option<String>,
    name: String,
    description: String,
    filename: String,
    shell: String,
    script_type: String,
    args: String,
    env_vars: String,
    supported_platforms: String,
    category: String,
    syntax: String,
    default_timeout: i64,
    run_as_user: bool,
    favorite: bool,
    hidden: bool,
    script_hash: String,
    version: i64,
    owner_clients: String,
    unapproved_since: Option<Timestamp>,
    unapproved_by: String,
    approval_is_on: bool,
    #[sea_orm(nested)]
    stamps: Stamps,
}

/// A script with its body.
#[derive(FromQueryResult)]
pub struct ScriptRow {
    #[sea_orm(nested)]
    item: ItemRow,
    script_body: String,
    approved: Option<String>,
}

const COLUMNS: &str = "s.id, s.guid, s.name, s.description, s.filename, s.shell, s.script_type,
        s.args, s.env_vars, s.supported_platforms, s.category, s.syntax, s.default_timeout,
        s.run_as_user, s.favorite, s.hidden, s.script_hash, s.version, s.owner_clients,
        s.unapproved_since, s.unapproved_by, s.created_by, s.created_time, s.modified_by,
        s.modified_time";

/// The columns of an [`ItemRow`] of `scripts s`.
pub fn item_columns() -> String {
    format!("{COLUMNS}, {SCRIPT_APPROVAL_IS_ON} as approval_is_on")
}

/// The columns of a [`ScriptRow`] of `scripts s`.
pub fn script_columns() -> String {
    format!("{}, s.script_body, s.approved", item_columns())
}

impl From<ScriptRow> for Script {
    fn from(row: ScriptRow) -> Self {
        Self {
            item: row.item.into(),
            script_body: row.script_body,
            approved: read_content(row.approved),
        }
    }
}

impl From<ItemRow> for ScriptItem {
    fn from(row: ItemRow) -> Self {
        // Nothing waits while the setting is off.
        let pending = match row.unapproved_since.filter(|_| row.approval_is_on) {
            None => PendingChange::default(),
            since => PendingChange {
                unapproved_since: since,
                unapproved_by: read_authors(&row.unapproved_by),
            },
        };
        Self {
            id: row.id,
            guid: row.guid.unwrap_or_default(),
            name: row.name,
            description: row.description,
            filename: row.filename,
            shell: row.shell,
            script_type: row.script_type,
            args: texts(&row.args),
            env_vars: texts(&row.env_vars),
            syntax: row.syntax,
            favorite: row.favorite,
            hidden: row.hidden,
            category: row.category,
            script_hash: row.script_hash,
            version: row.version,
            default_timeout: row.default_timeout,
            supported_platforms: texts(&row.supported_platforms),
            run_as_user: row.run_as_user,
            owner_clients: read_owners(&row.owner_clients),
            pending,
            stamps: row.stamps,
        }
    }
}

fn texts(list: &str) -> Vec<String> {
    serde_json::from_str(list).unwrap_or_default()
}

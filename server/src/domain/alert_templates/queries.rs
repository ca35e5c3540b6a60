//! The SQL of alert templates themselves.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};

use super::settings::TemplateSettings;
use super::template::{ActionType, StoredAction, StoredTemplate};
use crate::audit::Stamps;
use crate::domain::ownership::{read_owners, stored_owners};
use crate::error::{Problems, add_problem};
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct TemplateRow {
    id: i64,
    name: String,
    is_active: bool,
    action_type: ActionType,
    action_script: Option<i64>,
    action_rest: Option<i64>,
    resolved_action_type: ActionType,
    resolved_script: Option<i64>,
    resolved_rest: Option<i64>,
    exclude_workstations: bool,
    exclude_servers: bool,
    owner_clients: String,
    settings: String,
    #[sea_orm(nested)]
    stamps: Stamps,
}

const SELECT: &str = "select id, name, is_active, action_type, action_script, action_rest,
        resolved_action_type, resolved_script, resolved_rest, exclude_workstations,
        exclude_servers, owner_clients, settings, created_by, created_time, modified_by,
        modified_time
   from alert_templates";

/// All templates by name, or the one with this key.
pub async fn list_templates(
    db: &impl ConnectionTrait,
    id: Option<i64>,
) -> Result<Vec<StoredTemplate>, DbErr> {
    let text = format!("{SELECT} where ($1 = 0 or id = $1) order by lower(name), id");
    let rows: Vec<TemplateRow> = sql::all(db, &text, [id.unwrap_or(0).into()]).await?;
    rows.into_iter().map(TemplateRow::open).collect()
}

/// Locks a template until the transaction ends: nobody else changes or assigns it.
/// SQLite has only one writer.
pub async fn lock_template(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        let text = "select id from alert_templates where id = $1 for update";
        sql::execute(write, text, [id.into()]).await?;
    }
    Ok(())
}

/// Adds a problem for a field that names a template which does not exist. One that
/// exists cannot be deleted until the transaction ends.
pub async fn check_reference(
    write: &impl ConnectionTrait,
    (field, template): (&str, Option<i64>),
    problems: &mut Problems,
) -> Result<(), DbErr> {
    let Some(template) = template else { return Ok(()) };
    let hold = match write.get_database_backend() {
        DbBackend::Postgres => " for key share",
        _ => "",
    };
    let text = format!("select id from alert_templates where id = $1{hold}");
    let found: Option<i64> = sql::value(write, &text, [template.into()]).await?;
    if found.is_none() {
        add_problem(problems, field, "there is no such alert template");
    }
    Ok(())
}

/// Inserts a template and returns its key.
pub async fn insert_template(
    write: &impl ConnectionTrait,
    template: &StoredTemplate,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into alert_templates
                       (name, is_active, action_type, action_script, action_rest,
                        resolved_action_type, resolved_script, resolved_rest,
                        exclude_workstations, exclude_servers, owner_clients, settings,
                        modified_by, modified_time, created_by, created_time)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $13, $14)
             returning id";
    sql::number(write, text, columns(template, by)?).await
}

/// Writes a template over the stored one.
pub async fn update_template(
    write: &impl ConnectionTrait,
    template: &StoredTemplate,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update alert_templates
                   set name = $1, is_active = $2, action_type = $3, action_script = $4,
                       action_rest = $5, resolved_action_type = $6, resolved_script = $7,
                       resolved_rest = $8, exclude_workstations = $9, exclude_servers = $10,
                       owner_clients = $11, settings = $12, modified_by = $13,
                       modified_time = $14
                 where id = $15";
    let values = columns(template, by)?.into_iter().chain([template.id.into()]);
    sql::execute(write, text, values).await.map(|_| ())
}

/// Removes a template; where it is set, none is set then.
pub async fn delete_template(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from alert_templates where id = $1", [id.into()]).await.map(|_| ())
}

fn columns(template: &StoredTemplate, by: &str) -> Result<[Value; 14], DbErr> {
    let settings = serde_json::to_string(&template.settings);
    let settings = settings.map_err(|error| DbErr::Custom(error.to_string()))?;
    Ok([
        template.name.clone().into(),
        template.is_active.into(),
        template.action.action_type.into(),
        template.action.script.into(),
        template.action.rest.into(),
        template.resolved_action.action_type.into(),
        template.resolved_action.script.into(),
        template.resolved_action.rest.into(),
        template.exclude_workstations.into(),
        template.exclude_servers.into(),
        stored_owners(&template.owner_clients),
        settings.into(),
        by.into(),
        Timestamp::now().into(),
    ])
}

impl TemplateRow {
    fn open(self) -> Result<StoredTemplate, DbErr> {
        let settings: TemplateSettings = serde_json::from_str(&self.settings).map_err(|error| {
            DbErr::Custom(format!("alert template {} cannot be read: {error}", self.id))
        })?;
        Ok(StoredTemplate {
            id: self.id,
            name: self.name,
            is_active: self.is_active,
            action: StoredAction {
                action_type: self.action_type,
                script: self.action_script,
                rest: self.action_rest,
            },
            resolved_action: StoredAction {
                action_type: self.resolved_action_type,
                script: self.resolved_script,
                rest: self.resolved_rest,
            },
            exclude_workstations: self.exclude_workstations,
            exclude_servers: self.exclude_servers,
            owner_clients: read_owners(&self.owner_clients),
            settings,
            stamps: self.stamps,
        })
    }
}

/// Removes a script from all templates.
pub async fn release_script(write: &impl ConnectionTrait, script: i64) -> Result<(), DbErr> {
    release(write, ["action_script", "resolved_script"], script).await
}

/// Removes a URL action from all templates.
pub async fn release_url_action(write: &impl ConnectionTrait, action: i64) -> Result<(), DbErr> {
    release(write, ["action_rest", "resolved_rest"], action).await
}

async fn release(write: &impl ConnectionTrait, columns: [&str; 2], id: i64) -> Result<(), DbErr> {
    for column in columns {
        let text = format!("update alert_templates set {column} = null where {column} = $1");
        sql::execute(write, &text, [id.into()]).await?;
    }
    Ok(())
}

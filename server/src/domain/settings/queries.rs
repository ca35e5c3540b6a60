//! The SQL of the settings.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};

use super::CoreSettings;
use crate::audit::Stamps;
use crate::auth::{Purpose, Vault};
use crate::storage::{Database, sql};
use crate::time::Timestamp;

/// The row as it is stored.
#[derive(FromQueryResult)]
pub struct SettingsRow {
    /// JSON text: what differs from the defaults.
    pub plain: String,
    /// Sealed JSON, if there are secrets.
    pub secrets: Option<Vec<u8>>,
    /// Policy of all servers.
    pub server_policy: Option<i64>,
    /// Policy of all workstations.
    pub workstation_policy: Option<i64>,
    /// Alert template of all agents without another.
    pub alert_template: Option<i64>,
    /// Who changed them last.
    #[sea_orm(nested)]
    pub stamps: Stamps,
}

const SELECT: &str = "select plain, secrets, server_policy, workstation_policy, alert_template,
        created_by, created_time, modified_by, modified_time
   from core_settings
  where id = 1";

/// Condition: a changed script waits for a second person. The text is that of
/// [`CoreSettings::to_stored`], without white space between name and value.
pub const SCRIPT_APPROVAL_IS_ON: &str = r#"exists (select 1 from core_settings g
          where g.id = 1 and g.plain like '%"script_approval":"on"%')"#;

pub async fn find_settings(db: &impl ConnectionTrait) -> Result<SettingsRow, DbErr> {
    found(sql::one(db, SELECT, []).await?)
}

/// The row, locked until the transaction ends: other changes wait.
pub async fn lock_settings(write: &impl ConnectionTrait) -> Result<SettingsRow, DbErr> {
    let text = match write.get_database_backend() {
        DbBackend::Postgres => format!("{SELECT} for update"),
        _ => SELECT.to_owned(),
    };
    found(sql::one(write, &text, []).await?)
}

pub async fn update_settings(
    write: &impl ConnectionTrait,
    settings: &CoreSettings,
    secrets: Option<Vec<u8>>,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update core_settings
                   set plain = $1, secrets = $2, server_policy = $3, workstation_policy = $4,
                       alert_template = $5, modified_by = $6, modified_time = $7
                 where id = 1";
    let values = [
        settings.to_stored().into(),
        secrets.into(),
        settings.server_policy.into(),
        settings.workstation_policy.into(),
        settings.alert_template.into(),
        by.into(),
        Timestamp::now().into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Seals secrets of older releases for the settings.
pub async fn seal_again(db: &Database, vault: &Vault) -> Result<(), DbErr> {
    let Some(secrets) = find_settings(db.read()).await?.secrets else { return Ok(()) };
    let Some(sealed) = vault.seal_again(Purpose::Settings, &secrets) else { return Ok(()) };
    let write = db.begin().await?;
    let text = "update core_settings set secrets = $1 where id = 1 and secrets = $2";
    sql::execute(&write, text, [sealed.into(), secrets.into()]).await?;
    write.commit().await
}

fn found(row: Option<SettingsRow>) -> Result<SettingsRow, DbErr> {
    row.ok_or_else(|| DbErr::Custom("the row of the settings is missing".to_owned()))
}

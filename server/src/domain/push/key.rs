//! The key pair of the installation: made once, for every replica and for ever, as
//! browsers accept only notifications that are signed with it.

use anyhow::Context;
use sea_orm::ConnectionTrait;

use crate::app::App;
use crate::auth::{Purpose, Vault};
use crate::push::VapidKey;
use crate::storage::sql;
use crate::time::Timestamp;

const STORED: &str = "select sealed from push_keys where id = 1";

/// Makes the key pair unless there is one. Of several servers that do so at once, the
/// key of the first is stored.
pub async fn make_key(app: &App) -> anyhow::Result<()> {
    let stored: Option<Vec<u8>> = sql::value(app.db.read(), STORED, []).await?;
    if stored.is_some() {
        return Ok(());
    }
    let sealed = app.vault.seal(Purpose::PushKey, &VapidKey::generate()?);
    let write = app.db.begin().await?;
    let text = "insert into push_keys (id, sealed, created_time) values (1, $1, $2)
                on conflict (id) do nothing";
    sql::execute(&write, text, [sealed.into(), Timestamp::now().into()]).await?;
    write.commit().await?;
    Ok(())
}

/// The key pair.
pub async fn read_key(db: &impl ConnectionTrait, vault: &Vault) -> anyhow::Result<VapidKey> {
    let stored: Option<Vec<u8>> = sql::value(db, STORED, []).await?;
    let stored = stored.context("the key for web push was not made yet")?;
    VapidKey::read(&vault.open_sealed(Purpose::PushKey, &stored)?)
}

//! Seals the links of earlier versions, which stored them in clear.

use sea_orm::FromQueryResult;

use crate::app::App;
use crate::auth::Purpose;
use crate::storage::sql;

#[derive(FromQueryResult)]
struct PlainLink {
    id: i64,
    uid: String,
}

/// Seals every link that is not sealed yet; does nothing the next time.
pub async fn seal_links(app: &App) -> anyhow::Result<()> {
    let text = "select id, uid from deployments where sealed_uid is null";
    if sql::all::<PlainLink>(app.db.read(), text, []).await?.is_empty() {
        return Ok(());
    }
    let write = app.db.begin().await?;
    for PlainLink { id, uid } in sql::all(&write, text, []).await? {
        let text = "update deployments set uid = $1, sealed_uid = $2
                     where id = $3 and sealed_uid is null";
        let (hash, sealed) =
            (app.vault.hash_link(&uid), app.vault.seal(Purpose::Link, uid.as_bytes()));
        sql::execute(&write, text, [hash.into(), sealed.into(), id.into()]).await?;
    }
    write.commit().await?;
    Ok(())
}

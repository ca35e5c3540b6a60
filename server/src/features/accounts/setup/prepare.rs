//! The one-time code of the first start.

use sea_orm::DbErr;

use crate::app::App;
use crate::auth::{hash_token, setup_code};
use crate::features::accounts::queries::{installation, users};

/// Makes a new setup code if nobody has an account yet, to be shown on the
/// console. Codes of earlier starts stop working.
pub async fn prepare_setup(app: &App) -> Result<Option<String>, DbErr> {
    if users::any_user_exists(app.db.read()).await? {
        return Ok(None);
    }
    let code = setup_code();
    let write = app.db.begin().await?;
    let is_stored = installation::store_setup_code(&write, &hash_token(&code)).await?;
    write.commit().await?;
    Ok(is_stored.then_some(code))
}

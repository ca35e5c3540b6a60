//! A user's preferences for the web UI, for other features.

use sea_orm::{ConnectionTrait, DbErr};

use super::preferences::Preferences;
use crate::features::accounts::queries;

/// A user's preferences for the web UI; `None` if there is no such user.
pub async fn find_preferences(
    db: &impl ConnectionTrait,
    user: i64,
) -> Result<Option<Preferences>, DbErr> {
    Ok(queries::users::find_user(db, user).await?.map(|user| user.preferences))
}

//! The users whose preferences name a URL action, for the feature that owns
//! those.

use sea_orm::{ConnectionTrait, DbErr};

use super::user::User;
use crate::domain::references::UrlActionReferrer;
use crate::features::accounts::queries::users;

/// What users refer to.
pub const URL_ACTION_REFERRER: UrlActionReferrer = UrlActionReferrer {
    uses: |write, action| Box::pin(list_names(write, action)),
    release: |write, action| Box::pin(release(write, action)),
};

async fn list_names(db: &impl ConnectionTrait, action: i64) -> Result<Vec<String>, DbErr> {
    let users = list(db, action).await?;
    Ok(users.into_iter().map(|user| format!("user {}", user.username)).collect())
}

async fn release(write: &impl ConnectionTrait, action: i64) -> Result<(), DbErr> {
    for user in list(write, action).await? {
        let preferences = user.preferences.without_url_action();
        users::update_preferences(write, user.id, &preferences).await?;
    }
    Ok(())
}

async fn list(db: &impl ConnectionTrait, action: i64) -> Result<Vec<User>, DbErr> {
    let mut users = users::list_with_url_action(db).await?;
    users.retain(|user| user.preferences.url_action == Some(action));
    Ok(users)
}

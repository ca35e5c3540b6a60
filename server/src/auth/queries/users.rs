//! The rights and scope of users, for what is done for them while they do not call.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::{USER_COLUMNS, UserPart};
use crate::auth::Permissions;
use crate::storage::sql;

/// The permissions of these users at this moment, by their key. Users who are disabled
/// or may not log in have none.
pub async fn permissions_of_users(
    db: &impl ConnectionTrait,
    users: &[i64],
) -> Result<HashMap<i64, Permissions>, DbErr> {
    let text = format!(
        "select {USER_COLUMNS} from users u left join roles r on r.id = u.role_id
          where u.id in ({}) and u.is_active and not u.block_dashboard_login",
        sql::list(users)
    );
    let found: Vec<UserPart> = sql::all(db, &text, []).await?;
    // A damaged list of rights grants nothing.
    let entry = |user: UserPart| Some((user.user_id, user.permissions().ok()?));
    Ok(found.into_iter().filter_map(entry).collect())
}

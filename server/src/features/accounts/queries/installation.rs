//! The one row about the installation: setup code, owner, and a lock.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::storage::sql;

/// Makes other writers of accounts wait until this transaction ends.
///
/// Grants, duplicates and the last superuser are checked with several reads: two
/// changes at once could each pass and break the rule together.
pub async fn lock_accounts(write: &impl ConnectionTrait) -> Result<(), DbErr> {
    let text = "update installation set created_time = created_time where id = 1";
    sql::execute(write, text, []).await.map(|_| ())
}

/// Stores the hash of a new setup code, unless somebody has an account.
pub async fn store_setup_code(write: &impl ConnectionTrait, hash: &[u8]) -> Result<bool, DbErr> {
    let text = "update installation set setup_code_hash = $1
                 where id = 1 and not exists (select 1 from users)";
    Ok(sql::execute(write, text, [hash.to_vec().into()]).await? == 1)
}

/// Uses up the setup code; false if it is another one, or no longer exists.
pub async fn use_setup_code(write: &impl ConnectionTrait, hash: &[u8]) -> Result<bool, DbErr> {
    let text = "update installation set setup_code_hash = null
                 where id = 1 and setup_code_hash = $1 and not exists (select 1 from users)";
    Ok(sql::execute(write, text, [hash.to_vec().into()]).await? == 1)
}

/// Disables the setup code, once there is an account.
pub async fn clear_setup_code(write: &impl ConnectionTrait) -> Result<(), DbErr> {
    let text = "update installation set setup_code_hash = null where id = 1";
    sql::execute(write, text, []).await.map(|_| ())
}

/// Sets the account that cannot be deleted, disabled or demoted.
pub async fn set_owner(write: &impl ConnectionTrait, user: i64) -> Result<(), DbErr> {
    let text = "update installation set owner_user_id = $1 where id = 1";
    sql::execute(write, text, [user.into()]).await.map(|_| ())
}

/// Sets the owner, unless there is one already.
pub async fn set_owner_if_none(write: &impl ConnectionTrait, user: i64) -> Result<(), DbErr> {
    let text = "update installation set owner_user_id = $1 where id = 1 and owner_user_id is null";
    sql::execute(write, text, [user.into()]).await.map(|_| ())
}

/// The owner account: the one of this name, else the one of the setup or the
/// console.
pub async fn find_owner(
    db: &impl ConnectionTrait,
    name: Option<&str>,
) -> Result<Option<AccountState>, DbErr> {
    let text = "select u.id, u.is_active, u.block_dashboard_login,
                       (u.is_superuser or coalesce(r.is_superuser, false)) as is_superuser
                  from users u
                  left join roles r on r.id = u.role_id
                 where lower(u.username) = lower($1)
                    or u.id = (select owner_user_id from installation where id = 1)
                 order by case when lower(u.username) = lower($1) then 0 else 1 end, u.id
                 limit 1";
    sql::one(db, text, [name.unwrap_or_default().into()]).await
}

/// How many superusers can log in.
pub async fn count_superusers(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    let text = "select count(*)
                  from users u
                  left join roles r on r.id = u.role_id
                 where u.is_active and not u.block_dashboard_login
                   and (u.is_superuser or coalesce(r.is_superuser, false))";
    sql::number(db, text, []).await
}

/// Whether an account can log in, and as what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult)]
pub struct AccountState {
    /// Key of the user.
    pub id: i64,
    /// Whether any credential of theirs works.
    pub is_active: bool,
    /// Whether they are kept from logging in.
    pub block_dashboard_login: bool,
    /// Whether user or role is a superuser.
    pub is_superuser: bool,
}

/// Stores which key belongs to this database.
pub async fn set_fingerprint(write: &impl ConnectionTrait, fingerprint: &str) -> Result<(), DbErr> {
    let text = "update installation set key_fingerprint = $1 where id = 1";
    sql::execute(write, text, [fingerprint.into()]).await.map(|_| ())
}

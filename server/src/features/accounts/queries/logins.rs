//! What a login needs: secrets of accounts, used codes, failed attempts.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::auth::{Purpose, Vault};
use crate::storage::{Database, sql};
use crate::time::Timestamp;

/// An account with its secrets; never leaves the login.
#[derive(FromQueryResult)]
pub struct Account {
    /// Key of the user.
    pub id: i64,
    /// As it is stored, not as the caller typed it.
    pub username: String,
    /// For the greeting.
    pub first_name: String,
    /// For the greeting.
    pub last_name: String,
    /// Empty: no password works.
    pub password_hash: String,
    /// Whether any credential of theirs works.
    pub is_active: bool,
    /// Whether they are kept from logging in.
    pub block_dashboard_login: bool,
    /// Encrypted by the vault.
    pub totp_secret: Option<Vec<u8>>,
    /// Whether the secret is in force.
    pub totp_enrolled: bool,
}

const SELECT: &str = "select id, username, first_name, last_name, password_hash, is_active,
        block_dashboard_login, totp_secret, totp_enrolled from users";

/// The account of this name, ignoring case.
pub async fn find_account(
    db: &impl ConnectionTrait,
    username: &str,
) -> Result<Option<Account>, DbErr> {
    let text = format!("{SELECT} where lower(username) = lower($1)");
    sql::one(db, &text, [username.into()]).await
}

/// The account with this id.
pub async fn find_account_by_id(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<Account>, DbErr> {
    sql::one(db, &format!("{SELECT} where id = $1"), [id.into()]).await
}

/// Records a login with the code of this time step, and puts the secret into
/// force. False if that code or a later one was used already, or the secret has
/// changed meanwhile: of two logins with one code, one succeeds.
pub async fn accept_code(
    write: &impl ConnectionTrait,
    account: &Account,
    step: i64,
    address: &str,
) -> Result<bool, DbErr> {
    let text = "update users
                   set totp_last_step = $1, totp_enrolled = $2, last_login = $3,
                       last_login_ip = $4
                 where id = $5 and totp_secret = $6 and totp_last_step < $7";
    let values = [
        step.into(),
        true.into(),
        Timestamp::now().into(),
        address.into(),
        account.id.into(),
        account.totp_secret.clone().into(),
        step.into(),
    ];
    Ok(sql::execute(write, text, values).await? == 1)
}

/// Uses up the code of this time step without a login. False if it was used
/// already, or the secret has changed meanwhile.
pub async fn use_code(
    write: &impl ConnectionTrait,
    account: &Account,
    step: i64,
) -> Result<bool, DbErr> {
    let text = "update users set totp_last_step = $1
                 where id = $2 and totp_secret = $3 and totp_last_step < $4";
    let values = [step.into(), account.id.into(), account.totp_secret.clone().into(), step.into()];
    Ok(sql::execute(write, text, values).await? == 1)
}

/// Records a login that took no code of the app.
pub async fn record_login(
    write: &impl ConnectionTrait,
    id: i64,
    address: &str,
) -> Result<(), DbErr> {
    let text = "update users set last_login = $1, last_login_ip = $2 where id = $3";
    let values = [Timestamp::now().into(), address.into(), id.into()];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Whether the role of a user wants a second factor for remote sessions.
pub async fn needs_factor_for_remote(db: &impl ConnectionTrait, user: i64) -> Result<bool, DbErr> {
    let text = "select count(*) from users u join roles r on r.id = u.role_id
                 where u.id = $1 and r.require_2fa_for_remote";
    Ok(sql::number(db, text, [user.into()]).await? > 0)
}

/// Stores a new two-factor secret that is not in force yet. False if the
/// account has one that is.
pub async fn store_totp_secret(
    write: &impl ConnectionTrait,
    id: i64,
    sealed: Vec<u8>,
) -> Result<bool, DbErr> {
    let text = "update users set totp_secret = $1, totp_last_step = 0
                 where id = $2 and not totp_enrolled";
    Ok(sql::execute(write, text, [sealed.into(), id.into()]).await? == 1)
}

/// Seals two-factor secrets of older releases for their purpose.
pub async fn seal_again(db: &Database, vault: &Vault) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        id: i64,
        totp_secret: Vec<u8>,
    }
    let text = "select id, totp_secret from users where totp_secret is not null";
    let rows: Vec<Row> = sql::all(db.read(), text, []).await?;
    for Row { id, totp_secret } in rows {
        let Some(sealed) = vault.seal_again(Purpose::TotpSecret, &totp_secret) else { continue };
        let write = db.begin().await?;
        let text = "update users set totp_secret = $1 where id = $2 and totp_secret = $3";
        sql::execute(&write, text, [sealed.into(), id.into(), totp_secret.into()]).await?;
        write.commit().await?;
    }
    Ok(())
}

/// Removes two-factor login from an account.
pub async fn clear_totp(write: &impl ConnectionTrait, id: i64, by: &str) -> Result<(), DbErr> {
    let text = "update users
                   set totp_secret = null, totp_enrolled = $1, totp_last_step = 0,
                       modified_by = $2, modified_time = $3
                 where id = $4";
    let values = [false.into(), by.into(), Timestamp::now().into(), id.into()];
    sql::execute(write, text, values).await.map(|_| ())
}

pub async fn set_password(
    write: &impl ConnectionTrait,
    id: i64,
    password_hash: &str,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update users set password_hash = $1, modified_by = $2, modified_time = $3
                 where id = $4";
    let values = [password_hash.into(), by.into(), Timestamp::now().into(), id.into()];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Whose failed logins are counted together.
pub struct PauseKey {
    /// The hashed name.
    pub name: String,
    /// The network they come from, or the session in which they happen.
    pub origin: String,
}

/// Failed logins of one name from one origin.
#[derive(Clone, Copy, Debug, FromQueryResult)]
pub struct Failures {
    /// In a row.
    pub failures: i64,
    /// When the next try is allowed.
    pub blocked_until: Timestamp,
}

/// Failures under this key, locked until the transaction ends.
pub async fn lock_failures(
    write: &impl ConnectionTrait,
    key: &PauseKey,
) -> Result<Failures, DbErr> {
    let text = "insert into login_pauses (username, origin, failures, blocked_until)
                values ($1, $2, 0, 0)
                on conflict (username, origin) do update set failures = login_pauses.failures
                returning failures, blocked_until";
    let values = [key.name.as_str().into(), key.origin.as_str().into()];
    let found: Option<Failures> = sql::one(write, text, values).await?;
    found.ok_or_else(|| DbErr::RecordNotFound("login_pauses".to_owned()))
}

/// Stores failures under this key.
pub async fn store_failures(
    write: &impl ConnectionTrait,
    key: &PauseKey,
    failures: Failures,
) -> Result<(), DbErr> {
    let text = "update login_pauses set failures = $1, blocked_until = $2
                 where username = $3 and origin = $4";
    let values = [
        failures.failures.into(),
        failures.blocked_until.into(),
        key.name.as_str().into(),
        key.origin.as_str().into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Forgets the failures under this key.
pub async fn delete_failures(write: &impl ConnectionTrait, key: &PauseKey) -> Result<(), DbErr> {
    let text = "delete from login_pauses where username = $1 and origin = $2";
    let values = [key.name.as_str().into(), key.origin.as_str().into()];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Forgets the failures under this hashed name, wherever they came from.
pub async fn delete_all_failures(write: &impl ConnectionTrait, name: &str) -> Result<(), DbErr> {
    let text = "delete from login_pauses where username = $1";
    sql::execute(write, text, [name.into()]).await.map(|_| ())
}

//! The limit per account and origin: a growing pause after five failures in a
//! row.
//!
//! The origin is the network of the caller, or the session of somebody who types
//! their own password again. By name alone, a stranger with one guess now and
//! then could keep the owner of an account out for ever.
//!
//! An attempt counts as failed from its beginning, so that a hundred at once
//! are not a hundred free guesses; a successful one is taken back. Unknown names
//! are counted the same way: the pause must not reveal who exists.

use std::time::Duration;

use sea_orm::ConnectionTrait;

use crate::app::App;
use crate::error::ApiError;
use crate::features::accounts::queries::logins::{self, Failures, PauseKey};
use crate::storage::Transaction;
use crate::time::Timestamp;

/// Failures that cause no pause.
const FREE_FAILURES: i64 = 5;
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const MAX_PAUSE: Duration = Duration::from_secs(15 * 60);
/// Failures this long ago are forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// An attempt that was counted.
pub struct CountedAttempt {
    key: PauseKey,
    before: Failures,
    after: Failures,
}

/// Counts an attempt as failed, or refuses it while the pause lasts. Commits the
/// transaction, in which the limit of the address has counted it, in any case.
pub async fn count(
    app: &App,
    write: Transaction,
    username: &str,
    origin: String,
) -> Result<CountedAttempt, ApiError> {
    let key = PauseKey { name: hashed_name(app, username), origin };
    let mut before = logins::lock_failures(&write, &key).await?;
    // Only now: waiting for the lock takes time. Below the limit this is the time
    // of the last failure, and another replica's clock may be ahead.
    let now = Timestamp::now();
    if before.failures >= FREE_FAILURES && before.blocked_until > now {
        let left = before.blocked_until.since(now);
        write.commit().await?;
        return Err(ApiError::TooMany { seconds: left.as_secs() + 1 });
    }
    if now.since(before.blocked_until) > FORGET_AFTER {
        before.failures = 0;
    }
    let failures = before.failures + 1;
    let after = Failures { failures, blocked_until: now.plus(pause_after(failures)) };
    logins::store_failures(&write, &key, after).await?;
    write.commit().await?;
    Ok(CountedAttempt { key, before, after })
}

impl CountedAttempt {
    /// Takes this attempt back: it did not fail, but proves too little to
    /// forget the others.
    pub async fn take_back(self, app: &App) -> Result<(), ApiError> {
        let write = app.db.begin().await?;
        let mut now = logins::lock_failures(&write, &self.key).await?;
        now.failures = (now.failures - 1).max(0);
        if now.blocked_until == self.after.blocked_until {
            now.blocked_until = self.before.blocked_until;
        }
        logins::store_failures(&write, &self.key, now).await?;
        Ok(write.commit().await?)
    }

    /// Forgets the failures from here: the owner of the account has logged in.
    /// Guesses from elsewhere stay counted.
    pub async fn forget(self, write: &impl ConnectionTrait) -> Result<(), ApiError> {
        Ok(logins::delete_failures(write, &self.key).await?)
    }
}

/// Forgets all failures of an account by its name, wherever they came from.
pub async fn forget_failures(
    app: &App,
    write: &impl ConnectionTrait,
    username: &str,
) -> Result<(), ApiError> {
    Ok(logins::delete_all_failures(write, &hashed_name(app, username)).await?)
}

fn pause_after(failures: i64) -> Duration {
    let Ok(beyond) = u32::try_from(failures - FREE_FAILURES) else { return Duration::ZERO };
    FIRST_PAUSE.saturating_mul(1 << beyond.min(16)).min(MAX_PAUSE)
}

/// What is stored of a name. People type passwords into the field of the
/// name, so it is hashed, with a key that is not in the database.
fn hashed_name(app: &App, username: &str) -> String {
    let mut hasher = blake3::Hasher::new_keyed(app.vault.audit_key());
    hasher.update(b"failed logins of ");
    hasher.update(username.to_lowercase().as_bytes());
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_begins_at_the_fifth_failure_doubles_and_has_an_end() {
        let seconds = |failures| pause_after(failures).as_secs();
        assert_eq!([1, 4, 5, 6, 7, 11, 12, 1000].map(seconds), [0, 0, 10, 20, 40, 640, 900, 900]);
    }
}

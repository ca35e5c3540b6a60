//! Passwords: Argon2id, off the runtime's threads, a few at a time.

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{AcquireError, Semaphore, SemaphorePermit};

use super::Secret;

/// Each hash takes 19 MiB and a core for some milliseconds: more at once
/// would let a login storm eat the machine.
static STRANGERS: Semaphore = Semaphore::const_new(2);
/// Such a storm must not hold up people who have logged in.
static KNOWN: Semaphore = Semaphore::const_new(1);

/// Who sends a password.
#[derive(Clone, Copy, Debug)]
pub enum Sender {
    /// Somebody who is about to log in.
    Stranger,
    /// Somebody who has.
    Known,
}

impl Sender {
    async fn turn(self) -> Result<SemaphorePermit<'static>, AcquireError> {
        match self {
            Self::Stranger => STRANGERS.acquire().await,
            Self::Known => KNOWN.acquire().await,
        }
    }
}

/// KiB of memory and passes over it: what OWASP recommends, and argon2's own
/// default. The tests of this crate hash hundreds of passwords that protect
/// nothing; no program is built with their numbers.
const COST: (u32, u32) = if cfg!(test) { (8, 1) } else { (19_456, 2) };

fn argon2() -> Argon2<'static> {
    let parameters = Params::new(COST.0, COST.1, 1, None).expect("the cost is a possible one");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters)
}

/// Hashes a password; the text carries salt and parameters.
pub async fn hash_password(password: &Secret, sender: Sender) -> anyhow::Result<String> {
    let password = password.clone();
    let _permit = sender.turn().await?;
    let hashed = tokio::task::spawn_blocking(move || {
        argon2().hash_password(password.reveal().as_bytes()).map(|hash| hash.to_string())
    });
    hashed.await?.map_err(|error| anyhow::anyhow!("while hashing a password: {error}"))
}

/// Whether the password belongs to the hash.
pub async fn verify_password(
    password: &Secret,
    hash: &str,
    sender: Sender,
) -> anyhow::Result<bool> {
    let (password, hash) = (password.clone(), hash.to_owned());
    let _permit = sender.turn().await?;
    let verified = tokio::task::spawn_blocking(move || {
        let Ok(hash) = PasswordHash::new(&hash) else { return false };
        Argon2::default().verify_password(password.reveal().as_bytes(), &hash).is_ok()
    });
    Ok(verified.await?)
}

/// Takes as long as a real check, for a name that does not exist: the time must
/// not reveal which names do.
pub async fn verify_nothing(password: &Secret, sender: Sender) -> anyhow::Result<()> {
    hash_password(password, sender).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TEST_TIMEOUT;

    #[tokio::test]
    async fn a_storm_of_logins_does_not_hold_up_people_who_have_logged_in() {
        let password = Secret::new("correct horse battery");
        let _storm = STRANGERS.acquire_many(2).await.unwrap();

        let work = async {
            let hash = hash_password(&password, Sender::Known).await.unwrap();
            verify_password(&password, &hash, Sender::Known).await.unwrap()
        };
        assert!(tokio::time::timeout(TEST_TIMEOUT, work).await.unwrap());
    }
}

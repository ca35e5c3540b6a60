//! The brake per address: so many attempts a minute and a day.
//!
//! Counted in the database: replicas share the limit, and a restart forgives
//! nothing. A network that is over its limit is kept in memory as well, so that
//! refusing it again costs the database nothing.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::queries::{Attempts, lock_attempts, store_attempts};
use crate::config::Settings;
use crate::error::ApiError;
use crate::storage::{Database, Transaction};
use crate::time::Timestamp;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Some 5 MB at most.
const NETWORKS_MOST: usize = 50_000;

/// What somebody tries to guess. Each has a limit of its own: a monitor with an
/// old token keeps nobody from logging in.
#[derive(Clone, Copy, Debug)]
pub enum Guess {
    /// Name, password and code, or the code of the first start.
    Login,
    /// The token for the health report.
    MonitoringToken,
}

/// Counts login attempts per address.
pub struct LoginLimits {
    per_minute: u32,
    per_day: u32,
    /// What is over its limit, and until when.
    refused: Mutex<HashMap<String, Timestamp>>,
}

impl LoginLimits {
    /// The limits of the settings.
    pub fn new(settings: &Settings) -> Self {
        Self {
            per_minute: settings.login_rate_minute,
            per_day: settings.login_rate_day,
            refused: Mutex::default(),
        }
    }

    /// Counts an attempt, or refuses it. A refused one does not count. Returns
    /// the transaction that has counted it, for the caller to commit.
    pub async fn count(
        &self,
        db: &Database,
        guess: Guess,
        address: IpAddr,
    ) -> Result<Transaction, ApiError> {
        let key = guess.key(address);
        self.must_not_be_refused(&key, Timestamp::now())?;
        let write = db.begin().await?;
        let attempts = lock_attempts(&write, &key).await?;
        // Only now: waiting for the lock takes time.
        let now = Timestamp::now();
        match self.one_more(attempts, now) {
            Ok(attempts) => {
                store_attempts(&write, &key, attempts).await?;
                Ok(write)
            }
            Err(left) => {
                self.refuse_until(key, now.plus(left), now);
                Err(refusal(left))
            }
        }
    }

    /// Refuses an address that was over its limit when it was last counted here.
    pub fn must_be_within(&self, guess: Guess, address: IpAddr) -> Result<(), ApiError> {
        self.must_not_be_refused(&guess.key(address), Timestamp::now())
    }

    /// The attempts with one more, or how long that is refused.
    fn one_more(&self, attempts: Attempts, now: Timestamp) -> Result<Attempts, Duration> {
        let minute = (attempts.minute_began, attempts.minute_count);
        let (minute_began, minute_count) = add_to(minute, MINUTE, self.per_minute, now)?;
        let day = (attempts.day_began, attempts.day_count);
        let (day_began, day_count) = add_to(day, DAY, self.per_day, now)?;
        Ok(Attempts { minute_began, minute_count, day_began, day_count })
    }

    fn must_not_be_refused(&self, key: &str, now: Timestamp) -> Result<(), ApiError> {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        match refused.get(key).copied() {
            Some(until) if until > now => Err(refusal(until.since(now))),
            Some(_) => {
                refused.remove(key);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn refuse_until(&self, key: String, until: Timestamp, now: Timestamp) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() >= NETWORKS_MOST {
            refused.retain(|_, until| *until > now);
        }
        // A storm of more than we can remember asks the database each time.
        if refused.len() < NETWORKS_MOST {
            refused.insert(key, until);
        }
    }
}

impl Guess {
    /// What is counted together.
    fn key(self, address: IpAddr) -> String {
        let network = network_of(address);
        match self {
            Self::Login => network.to_string(),
            Self::MonitoringToken => format!("monitoring {network}"),
        }
    }
}

/// Adds an attempt to a window, which begins again when its span has ended; if
/// it is full, how long it still lasts.
fn add_to(
    (began, count): (Timestamp, i64),
    span: Duration,
    most: u32,
    now: Timestamp,
) -> Result<(Timestamp, i64), Duration> {
    let passed = now.since(began);
    if passed >= span {
        return Ok((now, 1));
    }
    if count < i64::from(most) { Ok((began, count + 1)) } else { Err(span - passed) }
}

fn refusal(left: Duration) -> ApiError {
    ApiError::TooMany { seconds: left.as_secs() + 1 }
}

/// Whose attempts are counted together: one subscriber has a whole /64 of IPv6
/// addresses.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(per_minute: u32, per_day: u32) -> LoginLimits {
        LoginLimits { per_minute, per_day, refused: Mutex::default() }
    }

    fn at(second: u64) -> Timestamp {
        Timestamp::from_micros(0).plus(Duration::from_secs(second))
    }

    #[test]
    fn the_minute_and_the_day_each_have_their_limit() {
        let limits = limits(2, 3);
        let mut attempts =
            Attempts { minute_began: at(0), minute_count: 0, day_began: at(0), day_count: 0 };
        let mut wait = |second: u64| match limits.one_more(attempts, at(second)) {
            Ok(counted) => {
                attempts = counted;
                None
            }
            Err(left) => Some(left.as_secs()),
        };

        let waits = [0, 10, 20, 60, 61, 86_400].map(&mut wait);

        assert_eq!(waits, [None, None, Some(40), None, Some(86_339), None]);
    }

    #[test]
    fn addresses_are_counted_apart_and_ipv6_by_network() {
        let network = |text: &str| network_of(text.parse().unwrap());

        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("2001:db8::1"), network("2001:db8::2"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
    }

    #[test]
    fn networks_beyond_the_most_are_not_remembered_until_others_may_try_again() {
        let limits = limits(1, 10);
        for number in 0..NETWORKS_MOST {
            limits.refuse_until(number.to_string(), at(60), at(0));
        }
        let is_refused =
            |network: &str, second: u64| limits.must_not_be_refused(network, at(second)).is_err();

        limits.refuse_until("late".to_owned(), at(61), at(1));
        assert!(is_refused("7", 59) && !is_refused("late", 1));
        limits.refuse_until("later".to_owned(), at(200), at(60));
        assert!(is_refused("later", 100) && !is_refused("7", 60));
        assert_eq!(limits.refused.lock().unwrap().len(), 1);
    }
}

//! For how long metrics are kept, and which points of a message are accepted.

use muster_metrics::Minute;
use sea_orm::ConnectionTrait;

use super::windows::{DAY, minus};
use crate::domain::settings::{CoreSettings, ReadSettingsError, read_plain};

/// A clock that is ahead by more than this is wrong, and its points would stay
/// the newest for as long.
const AHEAD: u32 = 10;

/// For how long metrics are kept, in days; none is for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptDays {
    pub by_the_minute: Option<u32>,
    pub by_the_hour: Option<u32>,
}

impl KeptDays {
    /// As the settings say now.
    pub async fn read(db: &impl ConnectionTrait) -> Result<Self, ReadSettingsError> {
        Ok(Self::of(&read_plain(db).await?))
    }

    fn of(settings: &CoreSettings) -> Self {
        let days = |days: i64| u32::try_from(days).ok().filter(|days| *days > 0);
        Self {
            by_the_minute: days(settings.metrics_minutes_prune_days),
            by_the_hour: days(settings.metrics_hours_prune_days),
        }
    }

    /// The minutes that are stored now, whose end does not count: not before
    /// everything that is kept, and hardly in the future.
    pub fn accepted(self, now: Minute) -> (Minute, Minute) {
        let oldest = match self.by_the_minute.zip(self.by_the_hour) {
            Some((minutes, hours)) => minus(now, minutes.max(hours).saturating_mul(DAY)),
            None => Minute(0),
        };
        (oldest, now.plus(AHEAD + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_accepted_as_long_as_anything_is_kept_and_ten_minutes_ahead() {
        let now = Minute(10_000_000);
        let mut settings = CoreSettings::default();
        let accepted = |settings: &CoreSettings| KeptDays::of(settings).accepted(now);
        assert_eq!(accepted(&settings), (Minute(10_000_000 - 365 * DAY), Minute(10_000_011)));
        settings.metrics_hours_prune_days = 7;
        assert_eq!(accepted(&settings).0, Minute(10_000_000 - 30 * DAY));
        settings.metrics_minutes_prune_days = 0;
        assert_eq!(accepted(&settings).0, Minute(0), "kept for ever");
        settings.metrics_minutes_prune_days = 36_500;
        assert_eq!(accepted(&settings).0, Minute(0), "older than there are minutes");
    }
}

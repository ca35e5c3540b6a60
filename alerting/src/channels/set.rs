//! Ways to notify people, and sets of them.

/// A way to notify people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    /// The alert is listed, and counted at the bell.
    Dashboard,
    /// A message by e-mail.
    Email,
    /// A message to a phone.
    Sms,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Self; 3] = [Self::Dashboard, Self::Email, Self::Sms];

    /// How sentences begin that are about this channel.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Dashboard => "Dashboard",
            Self::Email => "E-mail",
            Self::Sms => "SMS",
        }
    }
}

/// A set of channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Channels {
    /// Whether the alert is shown.
    pub dashboard: bool,
    /// Whether e-mail is sent.
    pub email: bool,
    /// Whether text messages are sent.
    pub sms: bool,
}

impl Channels {
    /// No channel.
    pub const NONE: Self = Self { dashboard: false, email: false, sms: false };

    /// Every channel.
    pub const ALL: Self = Self { dashboard: true, email: true, sms: true };

    /// Collects the channels for which a condition is true.
    pub fn of(mut applies: impl FnMut(Channel) -> bool) -> Self {
        Self {
            dashboard: applies(Channel::Dashboard),
            email: applies(Channel::Email),
            sms: applies(Channel::Sms),
        }
    }

    /// Whether a channel is in the set.
    pub fn contains(self, channel: Channel) -> bool {
        match channel {
            Channel::Dashboard => self.dashboard,
            Channel::Email => self.email,
            Channel::Sms => self.sms,
        }
    }

    /// Whether no channel is in the set.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The channels of either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self::of(|channel| self.contains(channel) || other.contains(channel))
    }

    /// The channels of both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self::of(|channel| self.contains(channel) && other.contains(channel))
    }

    /// The channels of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self::of(|channel| self.contains(channel) && !other.contains(channel))
    }

    /// Those on which something is sent: the dashboard only shows.
    #[must_use]
    pub fn sent(self) -> Self {
        Self { dashboard: false, ..self }
    }
}

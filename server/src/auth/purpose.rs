//! What a sealed secret is for.

/// What a sealed secret is for. It opens for this purpose alone: somebody who can
/// write to the database cannot have it opened where it would be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The two-factor secret of a user.
    TotpSecret,
    /// The secrets among the settings.
    Settings,
    /// A value of the key store.
    KeyStore,
    /// The body that asked for a run.
    RunRequest,
    /// The body that asked for a bulk action.
    BulkRequest,
    /// What a bulk action has still to do.
    BulkAction,
    /// The answer to a request that may be sent again.
    Answer,
    /// Code that ran, for the audit log.
    AuditCode,
    /// The secret name of an installer link.
    Link,
    /// The order of a run.
    Order,
    /// The headers of a URL action.
    WebhookHeaders,
    /// What the requests of a URL action are signed with.
    WebhookSecret,
    /// The private key by which push services know this installation.
    PushKey,
    /// Address and keys of a browser that gets notifications.
    PushSubscription,
}

impl Purpose {
    /// As it is part of what is sealed: never changed.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::TotpSecret => "two-factor secret",
            Self::Settings => "settings",
            Self::KeyStore => "key store",
            Self::RunRequest => "request of a run",
            Self::BulkRequest => "request of a bulk action",
            Self::BulkAction => "bulk action",
            Self::Answer => "answer",
            Self::AuditCode => "code of the audit log",
            Self::Link => "installer link",
            Self::Order => "order",
            Self::WebhookHeaders => "headers of a URL action",
            Self::WebhookSecret => "signing secret of a URL action",
            Self::PushKey => "key of web push",
            Self::PushSubscription => "subscription of a browser",
        }
    }

    /// Whether what older releases have sealed, without a purpose, is still opened.
    /// These rows are many and end by themselves; all others are sealed again at
    /// the start.
    pub(super) fn opens_older(self) -> bool {
        matches!(self, Self::RunRequest | Self::BulkRequest | Self::BulkAction | Self::Answer)
    }
}

//! Text messages according to the settings: with which account, and as a job.

mod job;
mod message;
#[cfg(test)]
mod tests;

pub use job::{SEND_SMS_KIND, deliver_sms, send_sms, sms_job};
pub use message::prune;

use reqwest::Url;

use crate::domain::settings::CoreSettings;
use crate::sms::SmsAccount;

/// The account of the settings, at the provider whose interface is at this address.
pub fn sms_account(url: &Url, settings: &CoreSettings) -> SmsAccount {
    SmsAccount {
        url: url.clone(),
        sid: settings.twilio_account_sid.clone(),
        token: settings.twilio_auth_token.clone(),
        from: settings.twilio_number.clone(),
    }
}

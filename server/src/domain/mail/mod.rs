//! Mail according to the settings: through which server, and as a job.

mod check;
mod job;

pub use check::check_mail_server;
pub use job::{SEND_MAIL_KIND, mail_job, send, send_mail, send_whole, waits_for_thaw};

use crate::auth::Secret;
use crate::domain::settings::CoreSettings;
use crate::mail::MailServer;

/// The mail server of the settings.
pub fn mail_server(settings: &CoreSettings) -> MailServer {
    let password = settings.smtp_host_password.clone().unwrap_or_else(|| Secret::new(""));
    let login = (settings.smtp_host_user.clone(), password);
    MailServer {
        host: settings.smtp_host.clone(),
        // The form accepts nothing else; 0 would be refused as unusable.
        port: u16::try_from(settings.smtp_port).unwrap_or_default(),
        login: settings.smtp_requires_auth.then_some(login),
        from_address: settings.smtp_from_email.clone(),
        from_name: settings.smtp_from_name.clone(),
    }
}

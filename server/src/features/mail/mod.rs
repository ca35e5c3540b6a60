//! Trying out the settings for mail and text messages.

#[cfg(test)]
mod sms_tests;
mod test_email;
mod test_sms;
#[cfg(test)]
mod tests;

pub use test_email::*;
pub use test_sms::*;

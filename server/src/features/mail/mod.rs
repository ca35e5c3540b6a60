//! Trying out the mail settings.

mod test_email;
mod test_sms;
#[cfg(test)]
mod tests;

pub use test_email::*;
pub use test_sms::*;

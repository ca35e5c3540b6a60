//! Taking one setting of each kind out of a request.

use crate::domain::settings::AUDIT_FLOOR_DAYS;
use crate::input::Fields;
use crate::mail::is_address;
use crate::sms::{is_account_sid, is_telephone_number};

/// Upper limit of days and hours: a hundred years.
const MOST_DAYS: i64 = 36_500;
/// Recipients of one message.
const MOST_RECIPIENTS: usize = 100;
/// Characters of an account's id; those of Twilio have 34.
const LONGEST_SID: usize = 64;
/// What a telephone number must be.
pub const TELEPHONE_NUMBER: &str = "must be a telephone number such as +4930123456";

/// True or false.
pub fn flag(own: &mut bool, fields: &Fields<'_>, name: &str) {
    *own = fields.flag(name).optional().unwrap_or(*own);
}

/// A protection that does not exist yet: only false is valid, so that nobody
/// relies on it.
pub fn off_yet(own: &mut bool, fields: &Fields<'_>, name: &str, sentence: &str) {
    *own = fields.flag(name).check(|on| !*on, sentence).optional().unwrap_or(*own);
}

/// Text of one line; null empties it.
pub fn line(own: &mut String, fields: &Fields<'_>, name: &str) {
    let field = fields.text(name).max(255);
    let field =
        field.check(|text| !text.chars().any(char::is_control), "must not have control characters");
    if let Some(sent) = field.nullable() {
        *own = sent.unwrap_or_default();
    }
}

/// One of a few values.
pub fn choice(own: &mut String, fields: &Fields<'_>, name: &str, choices: &[&str]) {
    if let Some(sent) = fields.text(name).one_of(choices).optional() {
        *own = sent;
    }
}

/// Days; 0 has a special meaning.
pub fn days(own: &mut i64, fields: &Fields<'_>, name: &str) {
    *own = fields.whole(name).between(0..=MOST_DAYS).optional().unwrap_or(*own);
}

/// Days the audit log is kept; 0 for ever.
pub fn audit_days(own: &mut i64, fields: &Fields<'_>, name: &str) {
    let sentence = format!("must be 0, to keep everything, or at least {AUDIT_FLOOR_DAYS}");
    let is_long = |days: &i64| *days == 0 || *days >= AUDIT_FLOOR_DAYS;
    let field = fields.whole(name).between(0..=MOST_DAYS).check(is_long, &sentence);
    *own = field.optional().unwrap_or(*own);
}

/// A mail address; null and `""` clear it.
pub fn address(own: &mut String, fields: &Fields<'_>, name: &str) {
    let is_right = |text: &String| text.is_empty() || is_address(text);
    let field = fields.text(name).check(is_right, "must be an e-mail address");
    if let Some(sent) = field.nullable() {
        *own = sent.unwrap_or_default();
    }
}

/// A telephone number; null and `""` clear it.
pub fn telephone_number(own: &mut String, fields: &Fields<'_>, name: &str) {
    let is_right = |text: &String| text.is_empty() || is_telephone_number(text);
    let field = fields.text(name).check(is_right, TELEPHONE_NUMBER);
    if let Some(sent) = field.nullable() {
        *own = sent.unwrap_or_default();
    }
}

/// The id of an account at the text message service; null and `""` clear it.
pub fn account_sid(own: &mut String, fields: &Fields<'_>, name: &str) {
    let is_right = |text: &String| text.is_empty() || is_account_sid(text);
    let field = fields.text(name).max(LONGEST_SID).check(is_right, "must be letters and digits");
    if let Some(sent) = field.nullable() {
        *own = sent.unwrap_or_default();
    }
}

/// A list of recipients, which must all pass; null empties it.
pub fn recipients(
    own: &mut Vec<String>,
    fields: &Fields<'_>,
    name: &str,
    passes: fn(&str) -> bool,
    sentence: &str,
) {
    let field = fields.texts(name).max_items(MOST_RECIPIENTS, "entries");
    let Some(sent) = field.nullable() else { return };
    let sent = sent.unwrap_or_default();
    for (index, _) in sent.iter().enumerate().filter(|(_, entry)| !passes(entry)) {
        fields.problem(&format!("{name}[{index}]"), sentence);
    }
    *own = sent;
}

/// Whether the text can be the name or address of a host.
pub fn is_host(text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._:".contains(letter);
    text.len() <= 253 && text.chars().all(is_plain)
}

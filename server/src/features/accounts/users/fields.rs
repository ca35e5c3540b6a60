//! The fields that several requests about users share.

use crate::auth::Secret;
use crate::error::ApiError;
use crate::input::{Field, Fields};

/// Shorter passwords are refused.
const MIN_PASSWORD: usize = 10;
const MAX_PASSWORD: usize = 1000;
/// Characters of a password that are not the name of its user.
const BESIDE_NAME: usize = 5;
/// A shorter name is part of many words.
const SHORTEST_NAME: usize = 3;

/// A name to log in with.
pub fn username<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields
        .text("username")
        .trimmed()
        .not_blank()
        .max(150)
        .check(|name| !name.chars().any(char::is_control), "must not have control characters")
}

/// A new password: kept exactly as sent.
pub fn password(fields: &Fields<'_>) -> Secret {
    Secret::new(fields.text("password").min(MIN_PASSWORD).max(MAX_PASSWORD).required())
}

/// Refuses a password that is little more than the name of its user: that is what
/// others try first.
pub fn must_differ(username: &str, password: &Secret) -> Result<(), ApiError> {
    let name = username.to_lowercase();
    let rest = password.reveal().to_lowercase().replace(&name, "");
    if name.chars().count() < SHORTEST_NAME || rest.chars().count() >= BESIDE_NAME {
        return Ok(());
    }
    Err(ApiError::invalid("password", "must be more than the user name"))
}

/// The second factor that some requests need again; nothing typed is none.
pub fn code(fields: &Fields<'_>) -> Option<Secret> {
    let typed = fields.text("twofactor").trimmed().nullable().flatten();
    typed.filter(|typed| !typed.is_empty()).map(Secret::new)
}

/// First or last name; null clears it.
pub fn person_name(fields: &Fields<'_>, name: &str) -> Option<String> {
    fields.text(name).trimmed().max(150).nullable().map(Option::unwrap_or_default)
}

/// An e-mail address; null and `""` clear it.
pub fn email(fields: &Fields<'_>) -> Option<String> {
    let looks_right = |text: &String| {
        let parts = text.split_once('@');
        let has_parts = parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty());
        text.is_empty() || (has_parts && !text.contains(char::is_whitespace))
    };
    let field = fields.text("email").trimmed().max(254);
    field.check(looks_right, "must be an e-mail address").nullable().map(Option::unwrap_or_default)
}

//! All SQL of users, roles, credentials and logins.

pub mod clients_and_sites;
pub mod installation;
pub mod keys;
pub mod logins;
pub mod names;
pub mod recovery_codes;
pub mod roles;
pub mod sessions;
pub mod users;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A JSON array column; damaged text becomes an empty list.
fn list<T: DeserializeOwned>(text: &str) -> Vec<T> {
    serde_json::from_str(text).unwrap_or_default()
}

/// A list as the text of a JSON array column.
fn text<T: Serialize>(list: &[T]) -> String {
    serde_json::to_string(list).expect("a list of texts or numbers is plain JSON")
}

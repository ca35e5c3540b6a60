//! A session of somebody who is logged in, as every system describes it.

use serde::Serialize;

/// Somebody is logged in. What a system does not know is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LoginSession {
    /// The name of the account.
    pub user: String,
    /// Its domain; empty for an account of this computer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub domain: String,
    /// `active` when somebody sees it, `disconnected` when it was left open, `background` when
    /// another one is at the same screen, `closing` when its user has just logged out; empty
    /// when that is not known.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub state: &'static str,
    /// `console` at the computer itself, `remote` over the network; empty when not known.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub place: &'static str,
    /// The other computer, by its name or address.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub client: String,
    /// The terminal, display or station.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub terminal: String,
    /// RFC 3339, as all times here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logged_in_since: Option<String>,
    /// When it was left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disconnected_since: Option<String>,
    /// Whether nobody has touched it for a while.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<bool>,
    /// Since when nobody has touched it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_since: Option<String>,
    /// What the system calls it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
}

impl LoginSession {
    /// The name people use: with the domain, unless that is the computer itself.
    pub fn name(&self) -> String {
        match self.domain.as_str() {
            "" => self.user.clone(),
            domain => format!("{domain}\\{}", self.user),
        }
    }
}

/// Who is logged in, each name once, in the order of the sessions.
pub fn user_names(sessions: &[LoginSession]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in sessions.iter().map(LoginSession::name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_user_is_named_once_with_the_domain_and_what_is_not_known_is_left_out() {
        let ann = LoginSession { user: "ann".to_owned(), ..LoginSession::default() };
        let bob = LoginSession {
            user: "bob".to_owned(),
            domain: "CORP".to_owned(),
            state: "active",
            place: "remote",
            idle: Some(false),
            ..LoginSession::default()
        };
        let sessions = [bob.clone(), ann.clone(), bob];
        assert_eq!(user_names(&sessions), ["CORP\\bob", "ann"]);
        assert_eq!(json!(ann), json!({ "user": "ann" }));
        let expected = json!({ "user": "bob", "domain": "CORP", "state": "active",
            "place": "remote", "idle": false });
        assert_eq!(json!(sessions[0]), expected);
    }
}

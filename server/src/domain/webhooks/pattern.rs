//! Which addresses a URL action may have.

use reqwest::Url;

use super::action::ActionType;
use crate::domain::placeholders::{Fragment, PlaceholderValues, fragments};

/// Schemes that run code in the page that opens them, or show what is not
/// theirs.
const DANGEROUS: [&str; 5] = ["javascript", "vbscript", "data", "blob", "file"];

/// What is wrong with a pattern; none if it can be used.
///
/// The host of a webhook is fixed, or a value of the key store. Somebody who can
/// rename an agent or fill in its fields must not decide where tokens are sent.
pub fn pattern_problem(action_type: ActionType, pattern: &str) -> Option<&'static str> {
    if pattern.chars().any(char::is_control) {
        return Some("must not have control characters");
    }
    let Some((scheme, rest)) = pattern.split_once(':').filter(|(scheme, _)| is_scheme(scheme))
    else {
        return Some("must begin with https:// or another scheme");
    };
    if action_type == ActionType::Web {
        let is_dangerous = DANGEROUS.iter().any(|one| one.eq_ignore_ascii_case(scheme));
        return is_dangerous.then_some("must be an address that a browser may open");
    }
    let is_http = ["http", "https"].iter().any(|one| one.eq_ignore_ascii_case(scheme));
    let Some(rest) = rest.strip_prefix("//").filter(|_| is_http) else {
        return Some("must begin with https:// or http://");
    };
    host_problem(rest).or_else(|| match Url::parse(&sample(pattern)) {
        Ok(_) => None,
        Err(_) => Some("must be the address of a server"),
    })
}

/// What is wrong with the part of an address up to its path.
fn host_problem(rest: &str) -> Option<&'static str> {
    for fragment in host_fragments(rest) {
        match fragment {
            Fragment::Text(host) if host.contains('@') => {
                return Some("must not have a user name or password: put them into a header");
            }
            Fragment::Braces { name, .. } if !name.starts_with("global.") => {
                return Some("the host must not come from an agent, client, site or alert");
            }
            _ => {}
        }
    }
    None
}

/// Scheme and host of a pattern, as they are written: what is secret for one
/// server is not for another.
pub fn server_of(pattern: &str) -> String {
    let (scheme, rest) = pattern.split_once("//").unwrap_or(("", pattern));
    let written = |fragment| match fragment {
        Fragment::Braces { whole: text, .. } | Fragment::Text(text) => text,
    };
    let host: String = host_fragments(rest).into_iter().map(written).collect();
    format!("{scheme}//{host}").to_lowercase()
}

/// The text and the placeholders of an address after `//`, up to its path.
fn host_fragments(rest: &str) -> Vec<Fragment<'_>> {
    let mut found = Vec::new();
    for fragment in fragments(rest) {
        let text = match fragment {
            Fragment::Braces { name, .. } if PlaceholderValues::is_placeholder(name) => {
                found.push(fragment);
                continue;
            }
            Fragment::Braces { whole: text, .. } | Fragment::Text(text) => text,
        };
        let host = text.split(['/', '\\', '?', '#']).next().unwrap_or_default();
        found.push(Fragment::Text(host));
        if host.len() < text.len() {
            break;
        }
    }
    found
}

/// The pattern with something in place of each placeholder.
fn sample(pattern: &str) -> String {
    let written = |fragment| match fragment {
        Fragment::Braces { name, .. } if PlaceholderValues::is_placeholder(name) => "x",
        Fragment::Braces { whole: text, .. } | Fragment::Text(text) => text,
    };
    fragments(pattern).into_iter().map(written).collect()
}

fn is_scheme(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_may_have_any_scheme_that_runs_no_code() {
        for good in ["https://{{agent.public_ip}}:8443/", "rdp://{{agent.hostname}}", "ssh:x"] {
            assert_eq!(pattern_problem(ActionType::Web, good), None, "{good}");
        }
        for bad in ["JavaScript:alert(1)", "data:text/html,x", "file:///etc/passwd"] {
            let problem = pattern_problem(ActionType::Web, bad);
            assert_eq!(problem, Some("must be an address that a browser may open"), "{bad}");
        }
        for bad in ["", "//host/", "/x", "{{agent.x}}://h/", "ht tp://h/", "1://h", "host/a:b"] {
            let problem = pattern_problem(ActionType::Web, bad);
            assert_eq!(problem, Some("must begin with https:// or another scheme"), "{bad}");
        }
        let problem = pattern_problem(ActionType::Web, "https://a/\n");
        assert_eq!(problem, Some("must not have control characters"));
    }

    #[test]
    fn the_server_of_an_address_is_what_comes_before_its_path() {
        for same in ["https://h", "HTTPS://H/a", "https://h?q", "https://h#f", "https://h\\x"] {
            assert_eq!(server_of(same), "https://h", "{same}");
        }
        assert_eq!(server_of("https://{{global.a/b}}:1/{{agent.x}}"), "https://{{global.a/b}}:1");
        for other in ["http://h/", "https://h:1/", "https://{{global.h}}/", "https://h.x/", "h/"] {
            assert_ne!(server_of(other), "https://h", "{other}");
        }
    }

    #[test]
    fn the_host_of_a_webhook_is_fixed_or_in_the_key_store() {
        let good = [
            "https://example.com",
            "HTTP://10.0.0.1:8080/a?b={{agent.hostname}}#{{alert.message}}",
            "https://{{global.host}}/{{client.name}}",
            "https://[::1]/",
        ];
        for good in good {
            assert_eq!(pattern_problem(ActionType::Rest, good), None, "{good}");
        }
        let host = "the host must not come from an agent, client, site or alert";
        let cases = [
            ("https://{{agent.hostname}}/", host),
            ("https://a.{{client.x}}:80?q", host),
            ("https://{{agent.a/b}}/", host),
            (
                "https://{{global.a}}@h/",
                "must not have a user name or password: put them into a header",
            ),
            ("https://{{site.name}}\\x", host),
            ("https://u:p@h/", "must not have a user name or password: put them into a header"),
            ("ftp://h/", "must begin with https:// or http://"),
            ("https:h", "must begin with https:// or http://"),
            ("https://", "must be the address of a server"),
            ("https://h:99999/", "must be the address of a server"),
        ];
        for (bad, expected) in cases {
            assert_eq!(pattern_problem(ActionType::Rest, bad), Some(expected), "{bad}");
        }
    }
}

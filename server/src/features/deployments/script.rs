//! The install scripts, filled in for one deployment.

use super::deployment::Deployment;
use super::package::Package;
use super::program::Program;
use crate::auth::Secret;

const SHELL: &str = include_str!("../../../assets/install/install.sh");
const POWERSHELL: &str = include_str!("../../../assets/install/install.ps1");

/// The installer for a platform; agents take programs of the publisher with this
/// key alone, if there is one.
pub fn installer(
    deployment: &Deployment,
    plat: &str,
    goarch: &str,
    program: &Program,
    token: &Secret,
    publisher_key: Option<&str>,
) -> Package {
    let flags = deployment.install_flags;
    let location = format!("{}, {}", deployment.client_name, deployment.site_name);
    let values = [
        ("@SERVER@", deployment.api.as_str()),
        ("@TOKEN@", token.reveal()),
        ("@PLAT@", plat),
        ("@ARCH@", goarch),
        ("@SHA256@", &program.sha256),
        ("@PLACE@", &location),
        ("@PUBLISHER@", publisher_key.unwrap_or_default()),
        ("@POWER@", digit(flags.power)),
        ("@PING@", digit(flags.ping)),
        ("@RDP@", digit(flags.rdp)),
    ];
    match plat {
        "windows" => Package {
            name: "muster-install.ps1".to_owned(),
            text: fill_in(POWERSHELL, &values, quote_for_powershell),
        },
        _ => Package {
            name: "muster-install.sh".to_owned(),
            text: fill_in(SHELL, &values, quote_for_shell),
        },
    }
}

fn digit(switch: bool) -> &'static str {
    if switch { "1" } else { "0" }
}

/// Inserts the values, each quoted, in one pass: a value that looks like a
/// placeholder stays as it is.
fn fill_in(template: &str, values: &[(&str, &str)], quote: fn(&str) -> String) -> String {
    let mut text = String::with_capacity(template.len() + 512);
    let mut rest = template;
    while let Some(at) = rest.find('@') {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        match values.iter().find(|(placeholder, _)| from.starts_with(placeholder)) {
            Some((placeholder, value)) => {
                text.push_str(&quote(value));
                rest = &from[placeholder.len()..];
            }
            None => {
                text.push('@');
                rest = &from[1..];
            }
        }
    }
    text + rest
}

/// In single quotes nothing is special but the quote itself.
pub fn quote_for_shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// PowerShell treats typographic quotes as quotes, too.
fn quote_for_powershell(text: &str) -> String {
    let mut quoted = String::from("'");
    for letter in text.chars() {
        if matches!(letter, '\'' | '\u{2018}'..='\u{201b}') {
            quoted.push(letter);
        }
        quoted.push(letter);
    }
    quoted + "'"
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "only a shell can say how a shell reads")]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn a_shell_reads_any_value_as_it_was(text in "[^\0]{0,40}") {
            let script = fill_in("printf %s @PLACE@", &[("@PLACE@", &text)], quote_for_shell);
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            prop_assert_eq!(output.stdout, text.into_bytes());
        }
    }

    #[test]
    fn placeholders_in_values_and_unknown_placeholders_stay() {
        let values = [("@A@", "@B@"), ("@B@", "b")];
        assert_eq!(fill_in("x@A@ @B@ @C@ @", &values, str::to_owned), "x@B@ b @C@ @");
        assert_eq!(quote_for_powershell("it's ’so’"), "'it''s ’’so’’'");
    }
}

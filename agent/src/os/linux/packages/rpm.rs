//! What the managers of rpm packages have in common.

use std::collections::HashMap;

use muster_protocol::End;

use super::package::Package;
use crate::run::{Stage, could_not_start};

const FORMAT: &str =
    "%{INSTALLTIME} %{NAME} %{ARCH} %|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE}\\n";

/// The version of every installed package, by its name and architecture, and
/// by its name alone; of several the one that was installed last.
pub async fn list_installed(stage: &mut Stage<'_>) -> Result<HashMap<String, String>, End> {
    let words = ["rpm", "-qa", "--queryformat", FORMAT];
    let text = stage.ask_program(&words).await?.stdout;
    Ok(parse(&text))
}

fn parse(text: &str) -> HashMap<String, String> {
    let mut packages: Vec<(u64, [&str; 3])> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [time, name, architecture, version] = words[..] else { continue };
        packages.push((time.parse().unwrap_or(0), [name, architecture, version]));
    }
    // The later ones overwrite the earlier.
    packages.sort_by_key(|(time, _)| *time);
    let names = |(_, [name, architecture, version]): (u64, [&str; 3])| {
        let both = [format!("{name}.{architecture}"), name.to_owned()];
        both.map(|name| (name, version.to_owned()))
    };
    packages.into_iter().flat_map(names).collect()
}

/// Refuses unless each of the packages is installed.
pub async fn check_installed(stage: &mut Stage<'_>, packages: &[Package]) -> Result<(), End> {
    let installed = list_installed(stage).await?;
    match packages.iter().find(|package| !installed.contains_key(&package.name)) {
        Some(package) => Err(could_not_start(format!("{} is not installed", package.name))),
        None => Ok(()),
    }
}

/// Takes `name-epoch:version-release.arch` apart: `name.arch`, and the rest.
pub fn split_full_name(text: &str) -> Option<(String, &str)> {
    let (start, architecture) = text.rsplit_once('.')?;
    let (before_release, _) = start.rsplit_once('-')?;
    let (name, _) = before_release.rsplit_once('-')?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let proper = !name.is_empty() && !architecture.is_empty() && architecture.chars().all(is_plain);
    proper.then(|| (format!("{name}.{architecture}"), &start[name.len() + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_of_several_versions_counts() {
        let installed = parse("9 kernel x86_64 5-2\n8 kernel x86_64 5-1\n1 bash noarch 1:5-1\n\n");
        assert_eq!(installed["kernel.x86_64"], "5-2");
        assert_eq!(installed["kernel"], "5-2");
        assert_eq!(installed["bash.noarch"], "1:5-1");
    }

    #[test]
    fn full_names_are_taken_apart() {
        for (text, expected) in [
            ("gnutls-3.7.6-23.el9_3.3.x86_64", Some(("gnutls.x86_64", "3.7.6-23.el9_3.3"))),
            ("openssl-libs-1:3.0.7-25.el9.i686", Some(("openssl-libs.i686", "1:3.0.7-25.el9"))),
            ("RHSA-2024:0627", None),
            ("Important/Sec.", None),
            ("", None),
        ] {
            let found = split_full_name(text);
            let found = found.as_ref().map(|(name, version)| (name.as_str(), *version));
            assert_eq!(found, expected, "{text}");
        }
    }
}

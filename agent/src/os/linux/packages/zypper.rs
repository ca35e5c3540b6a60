//! Packages of SUSE, through zypper.

use std::collections::HashMap;

use muster_protocol::{End, Stream, Update};

use super::package::Package;
use super::zypper_table::{parse_patches, parse_table};
use crate::run::Stage;

/// What could be installed.
pub async fn scan(stage: &mut Stage<'_>, refresh: bool) -> Result<Vec<Update>, End> {
    if refresh && ask(stage, &["refresh"]).await?.1 != 0 {
        let text = "the package lists could not be refreshed: older ones are used\n";
        stage.print(Stream::Stderr, text);
    }
    let (listed, code) = ask(stage, &["--no-refresh", "list-updates"]).await?;
    if code != 0 {
        return Err(End::Exited { code });
    }
    let patches = ["--no-refresh", "list-patches", "--category", "security"];
    let (patches, _) = ask(stage, &patches).await?;
    // Locked packages are listed only among those that cannot be installed, either.
    let (all, _) = ask(stage, &["--no-refresh", "list-updates", "--all"]).await?;
    let mut names: Vec<&str> =
        parse_table(&patches).iter().filter_map(|row| row.get("Name").copied()).collect();
    // Each is listed once per system it is for.
    names.sort_unstable();
    names.dedup();
    let report = match names.is_empty() {
        true => String::new(),
        false => {
            let mut words = vec!["--no-refresh", "info", "--type", "patch"];
            words.extend(names.into_iter().filter(|name| !name.starts_with('-')));
            ask(stage, &words).await?.0
        }
    };
    let unsafe_packages = parse_patches(&report);
    let held = parse(&all, &unsafe_packages).into_iter().filter(|update| update.is_held);
    Ok(parse(&listed, &unsafe_packages).into_iter().chain(held).collect())
}

async fn ask(stage: &mut Stage<'_>, words: &[&str]) -> Result<(String, i32), End> {
    let mut all = vec!["zypper", "--non-interactive", "--quiet"];
    all.extend(words);
    let reply = stage.ask_program(&all).await?;
    Ok((reply.stdout, reply.code))
}

/// The command that installs these packages, in these versions if they say so.
pub fn install_command(packages: &[Package]) -> Vec<String> {
    let before = ["zypper", "--non-interactive", "install", "--auto-agree-with-licenses", "--"];
    let specification = |package: &Package| match package.version.as_str() {
        "" => package.name.clone(),
        version => format!("{}={version}", package.name),
    };
    before.map(str::to_owned).into_iter().chain(packages.iter().map(specification)).collect()
}

/// The command that removes a package.
pub fn remove_command(package: &Package) -> Vec<String> {
    ["zypper", "--non-interactive", "remove", "--", &package.name].map(str::to_owned).to_vec()
}

fn parse(table: &str, unsafe_packages: &HashMap<String, String>) -> Vec<Update> {
    let describe = |row: HashMap<&str, &str>| {
        let (name, version) = (*row.get("Name")?, *row.get("Available Version")?);
        let severity = unsafe_packages.get(name);
        Some(Update {
            guid: format!("{name}={version}"),
            name: name.to_owned(),
            version: version.to_owned(),
            installed_version: row.get("Current Version").unwrap_or(&"").to_string(),
            title: format!("{name} {version}"),
            severity: severity.cloned().unwrap_or_default(),
            is_security: severity.is_some(),
            is_held: row.get("S").is_some_and(|state| state.contains('l')),
            ..Update::default()
        })
    };
    parse_table(table).into_iter().filter_map(describe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_updates() {
        let text = "S | Repository | Name | Current Version | Available Version | Arch\n\
            --+------------+------+---+---+-------\n\
            v | Updates | bash | 4.4-1 | 4.4-2 | x86_64\n\
            v | Updates | vim  | 9-1   | 9-2   | x86_64\n";
        let found = parse(text, &HashMap::from([("vim".to_owned(), "Low".to_owned())]));
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].guid.as_str(), found[0].is_security), ("bash=4.4-2", false));
        assert_eq!((found[1].severity.as_str(), found[1].is_security), ("Low", true));
        assert_eq!(found[1].installed_version, "9-1");
    }

    #[test]
    fn what_is_locked_is_held() {
        let text = "S  | Repository | Name     | Current Version | Available Version | Arch\n\
            ---+------------+----------+-----------------+-------------------+-------\n\
            vl | Updates    | try-held | 1.0-1           | 2.0-1             | noarch\n\
            v  | Updates    | try-tool | 1.0-1           | 2.0-1             | noarch\n";
        let found = parse(text, &HashMap::new());
        let seen: Vec<_> = found.iter().map(|u| (u.name.as_str(), u.is_held)).collect();
        assert_eq!(seen, [("try-held", true), ("try-tool", false)]);
    }

    #[test]
    fn names_stand_where_no_option_can() {
        let package = Package { name: "bash".to_owned(), version: "4.4-2".to_owned() };
        let words = install_command(std::slice::from_ref(&package)).join(" ");
        assert!(words.ends_with(" -- bash=4.4-2"), "{words}");
        assert!(remove_command(&package).join(" ").ends_with(" remove -- bash"));
    }
}

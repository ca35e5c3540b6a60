//! Packages of Debian and its relatives.

use muster_protocol::Software;

use super::query::{ask, changed_on};
use crate::os::Problem;

const FORMAT: &str = "${db:Status-Status}\t${Package}\t${Architecture}\t${Version}\t\
    ${Installed-Size}\t${Multi-Arch}\t${Maintainer}\n";

/// Every installed package; none without dpkg.
pub async fn list() -> Result<Option<Vec<Software>>, Problem> {
    let listed = ask("dpkg-query", &["-W", "-f", FORMAT]).await?;
    let describe = |text: String| {
        let mut packages = parse(&text);
        for package in &mut packages {
            package.install_date = install_date(package);
        }
        packages
    };
    Ok(match listed {
        Some(text) => Some(tokio::task::spawn_blocking(move || describe(text)).await?),
        None => None,
    })
}

/// The list of a package's files is written when it is installed. Its name
/// has the architecture in it when several may be installed side by side.
fn install_date(package: &Software) -> String {
    let full = package.uninstall.rsplit(' ').next().unwrap_or(&package.name);
    let dates =
        [full, &package.name].map(|name| changed_on(&format!("/var/lib/dpkg/info/{name}.list")));
    dates.into_iter().find(|date| !date.is_empty()).unwrap_or_default()
}

fn parse(text: &str) -> Vec<Software> {
    text.lines().filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<Software> {
    let mut fields = line.splitn(7, '\t');
    let mut next = || fields.next();
    let status = next()?;
    let (name, architecture, version) = (next()?, next()?, next()?);
    let (kilobytes, multi_arch, maintainer) = (next()?, next()?, next()?);
    // A package whose triggers wait is installed; remains of one are not.
    let installed = matches!(status, "installed" | "triggers-awaited" | "triggers-pending");
    let full = match multi_arch {
        "same" => format!("{name}:{architecture}"),
        _ => name.to_owned(),
    };
    installed.then(|| Software {
        name: name.to_owned(),
        version: version.to_owned(),
        publisher: maintainer.to_owned(),
        size_bytes: kilobytes.parse::<u64>().unwrap_or(0) * 1024,
        source: "dpkg".to_owned(),
        uninstall: format!("apt-get remove {full}"),
        ..Software::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installed_packages_are_listed_and_remains_are_not() {
        let text = "installed\tlibc6\tamd64\t2.36-9\t12988\tsame\tGNU <a@b.c>\n\
            installed\tlibc6\ti386\t2.36-9\t\tsame\tGNU <a@b.c>\n\
            config-files\told\tall\t1\t5\tno\tX\n\
            triggers-pending\tman-db\tamd64\t2\t1\tforeign\tY\tZ\n\
            installed\tbroken\n";
        let found = parse(text);
        let names: Vec<(&str, u64, &str)> = found
            .iter()
            .map(|package| (package.name.as_str(), package.size_bytes, package.uninstall.as_str()))
            .collect();
        assert_eq!(
            names,
            [
                ("libc6", 12988 * 1024, "apt-get remove libc6:amd64"),
                ("libc6", 0, "apt-get remove libc6:i386"),
                ("man-db", 1024, "apt-get remove man-db"),
            ]
        );
        assert_eq!(found[2].publisher, "Y\tZ");
    }

    #[tokio::test]
    async fn the_list_is_that_of_dpkg_query() {
        let Some(packages) = list().await.unwrap() else { return };
        let format = "${db:Status-Status} ${Package} ${Version}\n";
        let text = ask("dpkg-query", &["-W", "-f", format]).await.unwrap().unwrap();
        let expected: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("installed ")).collect();
        let found: Vec<String> = packages
            .iter()
            .map(|package| format!("{} {}", package.name, package.version))
            .collect();
        assert_eq!(found, expected);
        assert!(packages.iter().all(|package| package.install_date.len() == 10));
        assert!(packages.iter().all(|package| !package.publisher.is_empty()));
    }
}

//! Packages of Arch, as their manager writes them down.

use std::path::Path;

use muster_protocol::Software;

use super::query::date_of;

const DATABASE: &str = "/var/lib/pacman/local";

/// Every installed package; none without pacman.
pub fn list() -> Option<Vec<Software>> {
    list_in(Path::new(DATABASE))
}

fn list_in(folder: &Path) -> Option<Vec<Software>> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let texts = entries.filter_map(|entry| std::fs::read_to_string(entry.path().join("desc")).ok());
    let mut packages: Vec<Software> = texts.filter_map(|text| parse(&text)).collect();
    packages.sort_by(|one, other| one.name.cmp(&other.name));
    Some(packages)
}

/// The line after `%NAME%` is the name, and so on.
fn parse(text: &str) -> Option<Software> {
    let field = |name: &str| {
        let mut lines = text.lines().skip_while(|line| *line != format!("%{name}%"));
        lines.nth(1).unwrap_or_default().to_owned()
    };
    let name = field("NAME");
    (!name.is_empty()).then(|| Software {
        version: field("VERSION"),
        publisher: field("PACKAGER"),
        install_date: date_of(field("INSTALLDATE").parse().unwrap_or(0)),
        size_bytes: field("SIZE").parse().unwrap_or(0),
        source: "pacman".to_owned(),
        uninstall: format!("pacman -R {name}"),
        name,
        ..Software::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_folder_is_a_package() {
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("bash-5.2-1");
        std::fs::create_dir(&package).unwrap();
        let text = "%NAME%\nbash\n\n%VERSION%\n5.2-1\n\n%INSTALLDATE%\n1700000000\n\n\
            %PACKAGER%\nAnn <a@b.c>\n\n%SIZE%\n9000\n";
        std::fs::write(package.join("desc"), text).unwrap();
        std::fs::write(folder.path().join("ALPM_DB_VERSION"), "9").unwrap();

        let found = list_in(folder.path()).unwrap();
        assert_eq!(found.len(), 1);
        let bash = &found[0];
        assert_eq!((bash.name.as_str(), bash.version.as_str(), bash.size_bytes), {
            ("bash", "5.2-1", 9000)
        });
        assert_eq!(bash.publisher, "Ann <a@b.c>");
        assert_eq!(list_in(Path::new("/no/such/folder")), None);
    }
}

//! The packages of the Store, as the registry lists them for the machine and for each
//! account whose profile is loaded.

use winreg::{HKU, RegKey};

use super::app::Package;
use crate::os::windows::registry_values::{machine_key, names_below, text};

/// What every account gets; a key has the name of a package.
const MACHINE: &str =
    r"SOFTWARE\Microsoft\Windows\CurrentVersion\Appx\AppxAllUserStore\Applications";

/// What an account has, below its file types.
const ACCOUNT: &str =
    r"Local Settings\Software\Microsoft\Windows\CurrentVersion\AppModel\Repository\Packages";

/// How many packages are read below one key.
const MAX_PACKAGES: usize = 5_000;

/// Every package; one of several accounts several times.
pub fn packages() -> Vec<Package> {
    let mut found = machine_key(MACHINE).map(|key| packages_of(&key)).unwrap_or_default();
    for account in names_below(HKU).iter().filter(|name| name.ends_with("_Classes")) {
        if let Ok(key) = HKU.open_subkey(format!(r"{account}\{ACCOUNT}")) {
            found.extend(packages_of(&key));
        }
    }
    found
}

fn packages_of(key: &RegKey) -> Vec<Package> {
    let names = names_below(key).into_iter().take(MAX_PACKAGES);
    names.filter_map(|name| Some(read_package(&key.open_subkey(&name).ok()?, name))).collect()
}

fn read_package(key: &RegKey, full_name: String) -> Package {
    let folder = text(key, "PackageRootFolder");
    let folder = if folder.is_empty() { folder_of(&text(key, "Path")) } else { folder };
    Package { full_name, title: text(key, "DisplayName"), folder }
}

/// The list of the machine has the path of the manifest.
fn folder_of(path: &str) -> String {
    match path.rsplit_once('\\') {
        Some((folder, file)) if file.to_lowercase().ends_with(".xml") => {
            folder.trim_end_matches(r"\AppxMetadata").to_owned()
        }
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::windows::registry_values::test_key::TestKey;

    #[test]
    fn what_was_written_is_listed() {
        let root = TestKey::new("apps");
        let name = "Contoso.Notes_1.0.0.0_x64__abc";
        let (notes, _) = root.create_subkey(name).unwrap();
        notes.set_value("DisplayName", &"Notes").unwrap();
        notes.set_value("PackageRootFolder", &r"C:\Program Files\WindowsApps\Notes").unwrap();
        let expected = Package {
            full_name: name.to_owned(),
            title: "Notes".to_owned(),
            folder: r"C:\Program Files\WindowsApps\Notes".to_owned(),
        };
        assert_eq!(packages_of(&root), [expected]);
    }

    #[test]
    fn the_folder_of_an_app_is_that_of_its_manifest() {
        let folder = r"C:\Program Files\WindowsApps\Notes";
        assert_eq!(folder_of(&format!(r"{folder}\AppxManifest.xml")), folder);
        assert_eq!(folder_of(&format!(r"{folder}\AppxMetadata\AppxBundleManifest.xml")), folder);
        assert_eq!(folder_of(folder), folder);
        assert_eq!(folder_of(""), "");
    }
}

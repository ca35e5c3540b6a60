//! From the packages of the Store to the apps that people know. Pure.

use std::collections::BTreeMap;

use muster_protocol::Software;

/// What other apps are made of; nobody installs it.
const FRAMEWORKS: [&str; 7] = [
    "Microsoft.VCLibs.",
    "Microsoft.NET.Native.",
    "Microsoft.UI.Xaml.",
    "Microsoft.WindowsAppRuntime.",
    "Microsoft.Services.Store.Engagement",
    "Microsoft.DirectXRuntime",
    "Microsoft.WinJS.",
];

/// Ids with which Microsoft signs its own apps; those of others are not known by name.
const MICROSOFT: [&str; 2] = ["8wekyb3d8bbwe", "cw5n1h2txyewy"];

/// A package as the registry lists it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Package {
    /// `Microsoft.WindowsCalculator_11.2401.0.0_x64__8wekyb3d8bbwe`: name, version,
    /// processor, resource, publisher.
    pub full_name: String,
    /// What people call it; empty when that is kept elsewhere.
    pub title: String,
    /// Its folder; empty when unknown.
    pub folder: String,
}

/// The apps among packages, each in its newest version.
pub fn current_apps(packages: Vec<Package>) -> Vec<Software> {
    let mut apps: BTreeMap<String, (Rank, Software)> = BTreeMap::new();
    for package in packages {
        let Some((rank, app)) = read_package(&package) else { continue };
        let name = package.full_name.split('_').next().unwrap_or_default().to_lowercase();
        match apps.get_mut(&name) {
            Some(known) if known.0 >= rank => {}
            Some(known) => *known = (rank, app),
            None => drop(apps.insert(name, (rank, app))),
        }
    }
    apps.into_values().map(|(_, app)| app).collect()
}

/// An app for this processor says more than the bundle it came in, a newer one more
/// than an older one, and a title more than none.
type Rank = (bool, Vec<u64>, bool);

fn read_package(package: &Package) -> Option<(Rank, Software)> {
    let parts: Vec<&str> = package.full_name.split('_').collect();
    let [name, version, _processor, resource, publisher] = parts[..] else { return None };
    let is_bundle = resource == "~";
    // Others are languages and sizes of pictures.
    let is_app = matches!(resource, "" | "~" | "neutral");
    let is_framework = FRAMEWORKS.iter().any(|framework| name.starts_with(framework));
    let numbers = version.split('.').map(|number| number.parse().ok());
    let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
    if name.is_empty() || !is_app || is_framework {
        return None;
    }
    // A title in another file is a reference.
    let title =
        Some(package.title.as_str()).filter(|title| !title.is_empty() && !is_reference(title));
    let maker = if MICROSOFT.contains(&publisher) { "Microsoft Corporation" } else { "" };
    let remove = format!("Remove-AppxPackage -AllUsers -Package {}", package.full_name);
    let app = Software {
        name: title.unwrap_or(name).to_owned(),
        version: version.to_owned(),
        publisher: maker.to_owned(),
        source: "store".to_owned(),
        location: package.folder.clone(),
        uninstall: format!("powershell -NoProfile -Command \"{remove}\""),
        ..Software::default()
    };
    Some(((!is_bundle, numbers, title.is_some()), app))
}

fn is_reference(title: &str) -> bool {
    title.starts_with('@') || title.starts_with("ms-resource:")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(full_name: &str, title: &str) -> Package {
        let (full_name, title) = (full_name.to_owned(), title.to_owned());
        Package { full_name, title, folder: r"C:\Apps".to_owned() }
    }

    fn apps(packages: &[(&str, &str)]) -> Vec<(String, String)> {
        let packages = packages.iter().map(|(name, title)| package(name, title)).collect();
        current_apps(packages).into_iter().map(|app| (app.name, app.version)).collect()
    }

    fn app(name: &str, version: &str) -> (String, String) {
        (name.to_owned(), version.to_owned())
    }

    #[test]
    fn an_app_is_described_by_its_name() {
        let name = "Microsoft.WindowsCalculator_11.2401.0.0_x64__8wekyb3d8bbwe";
        let found = current_apps(vec![package(name, "Calculator")]);
        let remove = format!("Remove-AppxPackage -AllUsers -Package {name}");
        let expected = Software {
            name: "Calculator".to_owned(),
            version: "11.2401.0.0".to_owned(),
            publisher: "Microsoft Corporation".to_owned(),
            source: "store".to_owned(),
            location: r"C:\Apps".to_owned(),
            uninstall: format!("powershell -NoProfile -Command \"{remove}\""),
            ..Software::default()
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn an_app_is_listed_once_in_its_newest_version() {
        let found = apps(&[
            ("Contoso.Notes_2024.1.0.0_neutral_~_abc", ""),
            ("Contoso.Notes_9.0.0.0_x64__abc", ""),
            ("Contoso.Notes_10.0.0.0_x64__abc", "ms-resource:AppName"),
            ("Contoso.Notes_10.0.0.0_x64__abc", "Notes"),
            ("Contoso.Notes_10.0.0.0_neutral_split.language-de_abc", "Notizen"),
        ]);
        assert_eq!(found, [app("Notes", "10.0.0.0")]);
        let bundle = apps(&[("Contoso.Notes_2024.1.0.0_neutral_~_abc", "@{x?ms-resource://y}")]);
        assert_eq!(bundle, [app("Contoso.Notes", "2024.1.0.0")]);
    }

    #[test]
    fn what_apps_are_made_of_and_what_cannot_be_understood_is_left_out() {
        let found = apps(&[
            ("Microsoft.VCLibs.140.00_14.0.33321.0_x64__8wekyb3d8bbwe", ""),
            ("Contoso.Notes_1.x_x64__abc", ""),
            ("Contoso.Notes_1.0.0.0_x64_abc", ""),
            ("_1.0.0.0_x64__abc", ""),
            ("", ""),
        ]);
        assert_eq!(found, []);
    }
}

//! What apt prints, and how it is called.

use proptest::prelude::*;

use super::*;

const TEXT: &str = "Listing...
apt/oldstable-security 2.6.2 amd64 [upgradable from: 2.6.1]
bash/stable,now 5.2.15-2+b13 amd64 [upgradable from: 5.2.15-2+b8]
libc6/jammy-updates,jammy-security 2.35-0ubuntu3.6 i386 [upgradable from: 2.35-0ubuntu3.4]
tzdata/stable 2026a-1 all [upgradable from: 2025b-1]
zlib1g/stable 1:1.3 amd64 [installed]

";

#[test]
fn lines_are_updates() {
    let held = HashSet::from(["bash", "libc6:i386"]);
    let found = parse(TEXT, "amd64", &held);
    let seen: Vec<(&str, &str, bool, bool)> = found
        .iter()
        .map(|u| (u.guid.as_str(), u.installed_version.as_str(), u.is_security, u.is_held))
        .collect();
    assert_eq!(
        seen,
        [
            ("apt=2.6.2", "2.6.1", true, false),
            ("bash=5.2.15-2+b13", "5.2.15-2+b8", false, true),
            ("libc6:i386=2.35-0ubuntu3.6", "2.35-0ubuntu3.4", true, true),
            ("tzdata=2026a-1", "2025b-1", false, false),
        ]
    );
    assert_eq!((found[0].severity.as_str(), found[1].severity.as_str()), ("Important", ""));
    assert_eq!(found[0].title, "apt 2.6.2 (installed: 2.6.1)");
}

#[test]
fn names_stand_where_no_option_can() {
    let package =
        |name: &str, version: &str| Package { name: name.to_owned(), version: version.to_owned() };
    let words = update_command(&[package("bash", "5.2-1"), package("g++", "4:12")]).join(" ");
    assert!(words.starts_with("apt-get -q -y -o Dpkg::Options::=--force-confdef"), "{words}");
    assert!(words.ends_with(" install --only-upgrade -- bash=5.2-1 g++=4:12"), "{words}");
    assert!(install_command(&package("bash", "")).join(" ").ends_with(" install -- bash"));
    assert!(remove_command(&package("bash", "")).join(" ").ends_with(" remove -- bash"));
}

proptest! {
    #[test]
    fn any_text_is_survived(text in "(/| |\\[upgradable from: |\\]|\n|\\PC){0,30}") {
        parse(&text, "amd64", &HashSet::new());
    }

    #[test]
    fn every_update_is_named_as_it_was_printed(
        name in "[a-z][a-z0-9+.-]{1,10}",
        version in "[0-9][0-9a-z.+~-]{0,10}",
        old in "[0-9][0-9a-z.+~-]{0,10}",
    ) {
        let line = format!("{name}/stable {version} amd64 [upgradable from: {old}]");
        let found = parse(&line, "amd64", &HashSet::new());
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(&found[0].guid, &format!("{name}={version}"));
        prop_assert_eq!(&found[0].installed_version, &old);
    }
}

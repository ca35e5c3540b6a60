//! What apk prints, and how it is called.

use proptest::prelude::*;

use super::*;

const LISTED: &str = "Installed:                                Available:
bash-5.2.15-r5                          < 5.2.15-r7
font-noto-0_git20230101-r0              < 0_git20240101-r0
gtk+3.0-3.24.38-r1                      < 3.24.41-r0
musl-1.2.4-r2                           < 1.2.5-r0 @edge
zlib-1.2.13-r1                          = 1.2.13-r1
";

const PLAN: &str = "(1/12) Purging old-library (1.0-r0)
( 2/12) Installing new-library (2.0-r0)
( 3/12) Upgrading bash (5.2.15-r5 -> 5.2.15-r6)
( 4/12) Downgrading vim (9.1-r0 -> 9.0-r0)
(11/12) Upgrading musl@edge (1.2.4-r2 -> 1.2.5-r0)
(12/12) Replacing zlib (1.2.13-r1 -> 1.2.13-r1)
Executing busybox-1.36.1-r5.trigger
OK: 9 MiB in 17 packages
";

#[test]
fn what_an_upgrade_would_leave_is_held() {
    let found = parse(LISTED, Some(&parse_plan(PLAN)));
    let seen: Vec<(&str, &str, bool)> =
        found.iter().map(|u| (u.guid.as_str(), u.installed_version.as_str(), u.is_held)).collect();
    assert_eq!(
        seen,
        [
            ("bash=5.2.15-r6", "5.2.15-r5", false),
            ("font-noto=0_git20240101-r0", "0_git20230101-r0", true),
            ("gtk+3.0=3.24.41-r0", "3.24.38-r1", true),
            ("musl=1.2.5-r0", "1.2.4-r2", false),
        ]
    );
    assert_eq!(found[0].title, "bash 5.2.15-r6 (installed: 5.2.15-r5)");
}

#[test]
fn without_a_plan_nothing_is_known_to_be_held() {
    let found = parse(LISTED, None);
    assert_eq!((found.len(), found[0].guid.as_str()), (4, "bash=5.2.15-r7"));
    assert!(found.iter().all(|update| !update.is_held));
}

#[test]
fn changes_are_read_with_their_last_version() {
    let found: Vec<_> = PLAN.lines().filter_map(change).collect();
    assert_eq!(found.len(), 6);
    assert_eq!(found[0], ("Purging", "old-library", "1.0-r0"));
    assert_eq!(found[4], ("Upgrading", "musl", "1.2.5-r0"));
}

#[test]
fn names_stand_where_no_option_can() {
    let package = Package { name: "bash".to_owned(), version: "5.2-r1".to_owned() };
    let newest = Package { name: "g++".to_owned(), version: String::new() };
    let words = update_command(&[package.clone(), newest.clone()]).join(" ");
    assert_eq!(words, "apk fix --upgrade --cache-max-age 9999999 -- bash g++");
    assert_eq!(install_command(&package).join(" "), "apk add --upgrade -- bash=5.2-r1");
    assert_eq!(install_command(&newest).join(" "), "apk add --upgrade -- g++");
    assert_eq!(remove_command(&package).join(" "), "apk del -- bash");
}

proptest! {
    #[test]
    fn any_text_is_survived(text in "( |-|<|\\(|\\)|@|Upgrading |[0-9]|\n|\\PC){0,60}") {
        parse(&text, Some(&parse_plan(&text)));
    }

    #[test]
    fn every_update_is_named_as_it_was_printed(
        name in "[a-z][a-z0-9+._]{0,8}(-[a-z][a-z0-9]{0,5})?",
        old in "[0-9]{1,3}(\\.[0-9]{1,3}){0,2}[a-z]?(_p[0-9])?-r[0-9]{1,2}",
        new in "[0-9]{1,3}(\\.[0-9]{1,3}){0,2}-r[0-9]{1,2}",
    ) {
        let found = parse(&format!("{name}-{old}   < {new} "), None);
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(&found[0].guid, &format!("{name}={new}"));
        prop_assert_eq!(&found[0].installed_version, &old);
    }
}

//! What dnf and yum print, and how they are called.

use proptest::prelude::*;

use super::*;

const LISTED: &str = "
bash.x86_64                     5.1.8-9.el9            baseos
openssl-libs.x86_64             1:3.0.7-25.el9_3       baseos
a-package-with-a-very-long-name-indeed.noarch
                                2.0-1.el9              appstream
Security: kernel-core-5.14 is an installed security update
Obsoleting Packages
new.x86_64                      1.0-1                  baseos
    old.x86_64                  0.9-1                  @baseos
";

#[test]
fn lines_are_updates_even_when_they_are_broken() {
    let advisories = parse_advisories("RHSA-2026:1 Moderate/Sec. openssl-libs-1:3.0.7-24.x86_64");
    let installed = HashMap::from([("bash.x86_64".to_owned(), "5.1.8-6.el9".to_owned())]);
    let found = parse(LISTED, &advisories, &installed);
    let seen: Vec<(&str, &str, &str, bool)> = found
        .iter()
        .map(|u| (u.guid.as_str(), u.name.as_str(), u.installed_version.as_str(), u.is_security))
        .collect();
    assert_eq!(
        seen,
        [
            ("bash.x86_64=5.1.8-9.el9", "bash", "5.1.8-6.el9", false),
            ("openssl-libs.x86_64=1:3.0.7-25.el9_3", "openssl-libs", "", true),
            (
                "a-package-with-a-very-long-name-indeed.noarch=2.0-1.el9",
                "a-package-with-a-very-long-name-indeed",
                "",
                false
            ),
        ]
    );
    assert_eq!(found[1].severity, "Moderate");
}

#[test]
fn what_only_a_lock_keeps_away_is_held() {
    let list = |text: &str| parse(text, &HashMap::new(), &HashMap::new());
    let offered = list("bash.x86_64 5.1-1 baseos\n");
    let all = list("bash.x86_64 5.2-1 baseos\nbash.i686 5.2-1 baseos\nvim.noarch 9-1 baseos\n");
    let seen: Vec<(String, bool)> =
        with_held(offered, all).into_iter().map(|update| (update.guid, update.is_held)).collect();
    let expected =
        [("bash.x86_64=5.1-1", false), ("bash.i686=5.2-1", true), ("vim.noarch=9-1", true)];
    assert_eq!(seen, expected.map(|(guid, is_held)| (guid.to_owned(), is_held)));
}

#[test]
fn advisories_of_all_versions_are_read_and_the_worst_counts() {
    let text = "RHSA-2026:0627 Moderate/Sec.  gnutls-3.7.6-23.el9.x86_64\n\
        RHSA-2026:0700 Critical/Sec.  gnutls-3.7.6-24.el9.x86_64\n\
        RHSA-2026:0701 Low/Sec.       gnutls-3.7.6-25.el9.x86_64\n\
        FEDORA-2026-ab security Important bash-5.2-1.fc41.x86_64 2026-01-01 10:00:00\n\
        FEDORA-2026-cd Unknown/Sec. vim-9-1.fc41.noarch\n\
        updates info done\n";
    let expected =
        [("gnutls.x86_64", "Critical"), ("bash.x86_64", "Important"), ("vim.noarch", "")];
    let expected = expected.map(|(name, severity)| (name.to_owned(), severity.to_owned()));
    assert_eq!(parse_advisories(text), HashMap::from(expected));
}

#[test]
fn an_exact_version_is_asked_for_by_its_full_name() {
    let package =
        |name: &str, version: &str| Package { name: name.to_owned(), version: version.to_owned() };
    let packages = [package("bash.x86_64", "1:5.1-9.el9"), package("vim", ""), package("zsh", "5")];
    assert_eq!(
        install_command("dnf", &packages).join(" "),
        "dnf -y install bash-1:5.1-9.el9.x86_64 vim zsh-5"
    );
    assert_eq!(remove_command("yum", &packages[1]).join(" "), "yum -y remove vim");
}

proptest! {
    #[test]
    fn any_text_is_survived(text in "( |\\.|-|\n|\\PC){0,60}") {
        parse(&text, &parse_advisories(&text), &HashMap::new());
    }
}

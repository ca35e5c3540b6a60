//! The tables and reports that zypper prints, read.

use std::collections::HashMap;

/// The rows of a table, each value by the name of its column.
///
/// Columns are between vertical bars; the first row with them has their names.
pub fn parse_table(text: &str) -> Vec<HashMap<&str, &str>> {
    let mut rows = text.lines().filter(|line| line.contains('|'));
    let Some(header) = rows.next() else { return Vec::new() };
    let names: Vec<&str> = header.split('|').map(str::trim).collect();
    rows.filter(|line| line.split('|').count() == names.len())
        .map(|line| names.iter().copied().zip(line.split('|').map(str::trim)).collect())
        .collect()
}

/// What may follow the name of a package; of one that is for all there is nothing.
const ARCHITECTURES: [&str; 12] = [
    "noarch", "x86_64", "i486", "i586", "i686", "aarch64", "armv6hl", "armv7hl", "ppc64",
    "ppc64le", "riscv64", "s390x",
];

/// The packages that the patches of a report replace, with their severity.
///
/// A patch conflicts with everything older than what it brings: with one package on the
/// line that says so, with several on lines of their own.
pub fn parse_patches(text: &str) -> HashMap<String, String> {
    let mut found = HashMap::new();
    let (mut severity, mut in_conflicts) = ("", false);
    for line in text.lines() {
        let mut content = line.trim();
        if let Some((name, value)) = line.split_once(" : ").filter(|_| !line.starts_with(' ')) {
            in_conflicts = name.trim() == "Conflicts";
            content = value.trim();
            if name.trim() == "Severity" {
                severity = content;
            }
        }
        if let Some((package, _version)) = content.split_once(" < ").filter(|_| in_conflicts) {
            found.insert(without_architecture(package).to_owned(), capitalised(severity));
        }
    }
    found
}

fn without_architecture(package: &str) -> &str {
    match package.rsplit_once('.') {
        Some((name, end)) if ARCHITECTURES.contains(&end) => name,
        _ => package,
    }
}

fn capitalised(severity: &str) -> String {
    match severity {
        "critical" => "Critical",
        "important" => "Important",
        "moderate" => "Moderate",
        "low" => "Low",
        _ => "",
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_table_is_read_by_the_names_of_its_columns() {
        let text = "Loading repository data...\n\
            S | Repository | Name | Current Version | Available Version | Arch\n\
            --+------------+------+-----------------+-------------------+-------\n\
            v | Updates    | bash | 4.4-1           | 4.4-2             | x86_64\n\
            broken | row\n";
        let rows = parse_table(text);
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0]["Name"], rows[0]["Available Version"]), ("bash", "4.4-2"));
        assert_eq!(parse_table("No updates found.\n"), []);
    }

    #[test]
    fn a_report_tells_which_packages_are_not_safe() {
        let text = "Information for patch SUSE-2026-1:\n\
            Name        : SUSE-2026-1\n\
            Severity    : important\n\
            Conflicts   : [3]\n\
            \x20   bash.x86_64 < 4.4-2\n\
            \x20   libreadline8.x86_64 < 8-2\n\
            \x20   srcpackage:bash < 4.4-2\n\n\
            Information for patch SUSE-2026-2:\n\
            Severity    : low\n\
            Provides    : patch:SUSE-2026-2 = 1\n\
            Conflicts   : [1]\n\
            \x20   python3.11.noarch < 3.11-2\n\
            \x20   java-1.8.0-openjdk < 1.8-2\n";
        let found = parse_patches(text);
        assert_eq!(found["bash"], "Important");
        assert_eq!(found["libreadline8"], "Important");
        assert_eq!(found["python3.11"], "Low");
        assert_eq!(found["java-1.8.0-openjdk"], "Low");
    }

    #[test]
    fn a_patch_for_one_package_names_it_on_the_line() {
        let text = "Severity    : important\n\
            Description : \n    A hole.\n\
            Provides    : patch:TRY-2026-1 = 1\n\
            Conflicts   : try-tool < 2.0-1\n";
        let expected = HashMap::from([("try-tool".to_owned(), "Important".to_owned())]);
        assert_eq!(parse_patches(text), expected);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "(\\||:| |<|\n|Conflicts : |\\PC){0,60}") {
            parse_table(&text);
            parse_patches(&text);
        }
    }
}

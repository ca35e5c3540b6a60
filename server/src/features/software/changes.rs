//! What was installed, updated or removed between two reports of an agent.

use std::collections::HashMap;

use super::inventory::SoftwareItem;

/// A program with another version than before, or with none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoftwareChange {
    pub name: String,
    /// The version before; empty for one that is new.
    pub before: String,
    /// The version now; empty for one that is gone.
    pub after: String,
    /// `installed`, `updated` or `removed`.
    pub change: &'static str,
}

/// Compares what is new with what is gone, by name. A program that has only moved, or
/// that reports another size, has not changed.
pub fn compare(gone: &[SoftwareItem], new: &[SoftwareItem]) -> Vec<SoftwareChange> {
    let mut before: HashMap<(&str, &str), Vec<&str>> = HashMap::new();
    for item in gone {
        before.entry(key(item)).or_default().push(&item.version);
    }
    // The same versions first: of two installations, one may have stayed as it was.
    let mut changed = Vec::new();
    for item in new {
        let versions = before.get_mut(&key(item));
        if !versions.is_some_and(|versions| take(versions, &item.version)) {
            changed.push(item);
        }
    }
    let mut changes = Vec::new();
    for item in changed {
        changes.push(match before.get_mut(&key(item)).and_then(Vec::pop) {
            Some(version) => of(&item.name, version, &item.version, "updated"),
            None => of(&item.name, "", &item.version, "installed"),
        });
    }
    for ((_, name), versions) in before {
        changes.extend(versions.iter().map(|version| of(name, version, "", "removed")));
    }
    changes.sort_by(|one, other| (&one.name, &one.before).cmp(&(&other.name, &other.before)));
    changes
}

/// What makes two items the same program.
fn key(item: &SoftwareItem) -> (&str, &str) {
    (&item.source, &item.name)
}

/// Removes a version; returns whether it was there.
fn take(versions: &mut Vec<&str>, wanted: &str) -> bool {
    let place = versions.iter().position(|version| *version == wanted);
    place.map(|place| versions.swap_remove(place)).is_some()
}

fn of(name: &str, before: &str, after: &str, change: &'static str) -> SoftwareChange {
    let (name, before, after) = (name.to_owned(), before.to_owned(), after.to_owned());
    SoftwareChange { name, before, after, change }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(name: &str, version: &str, location: &str) -> SoftwareItem {
        SoftwareItem {
            name: name.to_owned(),
            version: version.to_owned(),
            publisher: String::new(),
            install_date: String::new(),
            size_bytes: 0,
            source: "dpkg".to_owned(),
            location: location.to_owned(),
            uninstall: String::new(),
        }
    }

    #[test]
    fn programs_are_installed_updated_removed_or_only_moved() {
        let gone =
            [item("a", "1", ""), item("b", "1", ""), item("c", "1", "/old"), item("d", "1", "")];
        let new =
            [item("a", "2", ""), item("c", "1", "/new"), item("d", "2", ""), item("e", "1", "")];

        let changes = compare(&gone, &new);

        let expected = [
            of("a", "1", "2", "updated"),
            of("b", "1", "", "removed"),
            of("d", "1", "2", "updated"),
            of("e", "", "1", "installed"),
        ];
        assert_eq!(changes, expected);
    }

    #[test]
    fn of_two_installations_the_one_that_stayed_is_left_alone() {
        let mut gone = [item("java", "8", "/old"), item("java", "11", "")];
        let new = [item("java", "17", ""), item("java", "8", "/new")];

        // They come in any order.
        for _ in 0..2 {
            gone.reverse();
            assert_eq!(compare(&gone, &new), [of("java", "11", "17", "updated")]);
        }
    }
}

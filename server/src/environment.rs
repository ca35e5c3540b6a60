//! Entries `NAME=value` of an environment.
//!
//! Values are where people put passwords: they are shown only to callers who may
//! change them, and never stored in the audit log. The mask, sent back, means
//! the value that is stored.

use crate::auth::MASK;
use crate::error::{Problems, add_problem};

/// The name of an entry.
pub fn name(entry: &str) -> &str {
    entry.split('=').next().unwrap_or_default()
}

/// The names alone, for the audit log.
pub fn names(entries: &[String]) -> Vec<String> {
    entries.iter().map(|entry| name(entry).to_owned()).collect()
}

/// An entry as callers see it who may not change it.
pub fn masked(entry: &str) -> String {
    format!("{}={MASK}", name(entry))
}

/// Masks the values of all entries.
pub fn mask(entries: &mut [String]) {
    for entry in entries {
        *entry = masked(entry);
    }
}

/// Puts the stored entries where the mask was sent, from the first list that has
/// the name.
pub fn unmask(entries: &mut [String], stored: &[&[String]]) {
    for (index, entry) in entries.iter_mut().enumerate() {
        if !is_masked(entry) {
            continue;
        }
        let found = stored.iter().find_map(|list| find(list, index, name(entry)).cloned());
        if let Some(found) = found {
            *entry = found;
        }
    }
}

/// Adds a problem for each mask that is left: no stored value belongs to it.
pub fn refuse_masks(entries: &[String], field: &str, problems: &mut Problems) {
    for (index, _) in entries.iter().enumerate().filter(|(_, entry)| is_masked(entry)) {
        let sentence = "this is the mask of a value: enter the value";
        add_problem(problems, format!("{field}[{index}]"), sentence);
    }
}

/// The entry with this name: the one at this position, as a name may occur twice,
/// or the first.
fn find<'a>(entries: &'a [String], index: usize, wanted: &str) -> Option<&'a String> {
    let has_name = |entry: &&String| name(entry) == wanted;
    entries.get(index).filter(has_name).or_else(|| entries.iter().find(has_name))
}

/// Whether it is an entry with the mask instead of a value.
pub fn is_masked(entry: &str) -> bool {
    entry.split_once('=').is_some_and(|(_, value)| value == MASK)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entries(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_mask_that_comes_back_means_the_stored_value() {
        let stored = entries(&["A=1", "B=x=y", "A=2"]);
        let mut shown = stored.clone();
        mask(&mut shown);
        assert_eq!(shown, ["A=********", "B=********", "A=********"]);
        unmask(&mut shown, &[&stored]);
        assert_eq!(shown, stored);

        let mut sent = entries(&["B=********", "C=********", "D=********", "A=3"]);
        unmask(&mut sent, &[&stored, &entries(&["B=other", "C=4"])]);
        assert_eq!(sent, ["B=x=y", "C=4", "D=********", "A=3"]);
        let mut problems = Problems::new();
        refuse_masks(&sent, "env_vars", &mut problems);
        let sentence = "this is the mask of a value: enter the value";
        assert_eq!(json!(problems), json!({ "env_vars[2]": [sentence] }));
        assert_eq!(names(&sent), ["B", "C", "D", "A"]);
    }
}

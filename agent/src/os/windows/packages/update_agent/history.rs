//! Why the last installation of an update failed, from Windows' own records.

use std::collections::HashMap;

use super::verdict::Answer;

/// An attempt to install an update, as Windows recorded it.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryEntry {
    pub guid: String,
    /// Days, as Windows counts them.
    pub date: f64,
    pub answer: Answer,
}

/// The words for each update whose last attempt failed.
pub fn last_failures(mut entries: Vec<HistoryEntry>) -> HashMap<String, String> {
    entries.sort_by(|one, other| one.date.total_cmp(&other.date));
    let mut failures = HashMap::new();
    for HistoryEntry { guid, answer, .. } in entries {
        match answer.is_success() {
            true => failures.remove(&guid),
            false => failures.insert(guid, answer.words()),
        };
    }
    failures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_attempt_counts() {
        let entry = |guid: &str, date, result, hresult: u32| HistoryEntry {
            guid: guid.to_owned(),
            date,
            answer: Answer { result, hresult: hresult.cast_signed() },
        };
        // The newest come first.
        let found = last_failures(vec![
            entry("a", 45_301.5, 4, 0x8024_200B),
            entry("b", 45_300.5, 2, 0),
            entry("b", 45_299.5, 4, 0x8007_0070),
            entry("a", 45_298.5, 2, 0),
            entry("c", 45_297.5, 5, 0),
        ]);
        assert_eq!(found.len(), 2);
        assert_eq!(found["a"], "the installer failed (0x8024200B)");
        assert_eq!(found["c"], "it was cancelled");
    }
}

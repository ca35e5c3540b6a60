//! Which of the offered updates an order means.

use super::offered::Offered;
use super::verdict::{Attempt, Step};

/// What is done with what an order names.
#[derive(Debug, Default, PartialEq)]
pub struct Choice {
    /// Positions among the offered updates.
    pub install: Vec<usize>,
    /// What is settled already.
    pub settled: Vec<Attempt>,
}

/// Picks the updates with these identifiers, each once. They are in small
/// letters, as those of the offered updates.
pub fn choose(offered: &[Offered], guids: &[String]) -> Choice {
    let mut choice = Choice::default();
    for (index, guid) in guids.iter().enumerate() {
        if guids[..index].contains(guid) {
            continue;
        }
        let settle =
            |title: &str, step| Attempt { guid: guid.clone(), title: title.to_owned(), step };
        match offered.iter().position(|update| update.guid == *guid) {
            None => choice.settled.push(settle(guid, Step::NotOffered)),
            Some(found) if offered[found].is_hidden => {
                choice.settled.push(settle(&offered[found].title, Step::Hidden));
            }
            Some(found) => choice.install.push(found),
        }
    }
    choice
}

/// What is installed together, in order: each update that must be alone first,
/// then all others. Windows refuses a list with one of the former among others.
pub fn batches<T>(updates: Vec<T>, is_exclusive: impl Fn(&T) -> bool) -> Vec<Vec<T>> {
    let (alone, together): (Vec<T>, Vec<T>) = updates.into_iter().partition(is_exclusive);
    let mut batches: Vec<Vec<T>> = alone.into_iter().map(|one| vec![one]).collect();
    if !together.is_empty() {
        batches.push(together);
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_update_that_must_be_alone_is_installed_before_the_others() {
        let is_exclusive = |number: &i32| *number > 9;
        assert_eq!(batches(vec![1, 10, 2, 20], is_exclusive), [vec![10], vec![20], vec![1, 2]]);
        assert_eq!(batches(vec![10], is_exclusive), [[10]]);
        assert_eq!(batches(Vec::new(), is_exclusive), Vec::<Vec<i32>>::new());
    }

    #[test]
    fn each_update_is_chosen_once_and_the_others_are_settled() {
        let offered = ["a", "b", "c"].map(|guid| Offered {
            guid: guid.to_owned(),
            title: format!("Update {guid}"),
            is_hidden: guid == "b",
            ..Offered::default()
        });
        let guids = ["c", "b", "x", "c"].map(str::to_owned);
        let choice = choose(&offered, &guids);
        assert_eq!(choice.install, [2]);
        let settled: Vec<(&str, &Step)> =
            choice.settled.iter().map(|one| (one.title.as_str(), &one.step)).collect();
        assert_eq!(settled, [("Update b", &Step::Hidden), ("x", &Step::NotOffered)]);
    }
}

//! Viewers whose connection has ended, and who may come back.

use std::collections::VecDeque;

/// How many are remembered.
const MOST: usize = 64;

/// Viewers who were there, the newest last.
#[derive(Debug, Default)]
pub struct Past {
    departed: VecDeque<Departed>,
    /// Which viewer went on as which: who breaks again before it learns that it is
    /// somebody else still knows its old name.
    successors: VecDeque<(String, String)>,
}

#[derive(Debug)]
struct Departed {
    viewer: String,
    user: String,
}

impl Past {
    /// Remembers a viewer; returns one who is forgotten for it.
    pub fn add(&mut self, viewer: &str, user: &str) -> Option<String> {
        self.departed.push_back(Departed { viewer: viewer.to_owned(), user: user.to_owned() });
        let forgotten = (self.departed.len() > MOST).then(|| self.departed.pop_front()).flatten();
        forgotten.map(|departed| departed.viewer)
    }

    /// Forgets a viewer, who is back or must not come back.
    pub fn remove(&mut self, viewer: &str) {
        self.departed.retain(|departed| departed.viewer != viewer);
    }

    /// Remembers who a viewer goes on as.
    pub fn replaced(&mut self, viewer: &str, successor: &str) {
        self.successors.push_back((viewer.to_owned(), successor.to_owned()));
        if self.successors.len() > MOST {
            self.successors.pop_front();
        }
    }

    /// Who a viewer is by now.
    pub fn current<'a>(&'a self, viewer: &'a str) -> &'a str {
        // In their order, so that there is no circle.
        self.successors.iter().fold(viewer, |current, (old, new)| match old == current {
            true => new,
            false => current,
        })
    }

    /// The user who a viewer was.
    pub fn user_of(&self, viewer: &str) -> Option<&str> {
        let departed = self.departed.iter().find(|departed| departed.viewer == viewer)?;
        Some(&departed.user)
    }

    /// The viewer who a user was, if there is no doubt.
    pub fn only_viewer_of(&self, user: &str) -> Option<&str> {
        let mut viewers = self.departed.iter().filter(|departed| departed.user == user);
        let only = viewers.next()?;
        viewers.next().is_none().then_some(&only.viewer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_went_on_several_times_is_found_by_every_name() {
        let mut past = Past::default();
        past.replaced("a1", "a2");
        past.replaced("b1", "b2");
        past.replaced("a2", "a3");
        assert_eq!(
            ["a1", "a2", "a3", "b1", "c"].map(|name| past.current(name)),
            ["a3", "a3", "a3", "b2", "c"]
        );
    }

    #[test]
    fn viewers_are_remembered_with_their_users_and_not_for_ever() {
        let mut past = Past::default();
        assert_eq!(past.add("a1", "ann"), None);
        assert_eq!(past.only_viewer_of("ann"), Some("a1"));
        past.add("a2", "ann");
        assert_eq!((past.only_viewer_of("ann"), past.only_viewer_of("bob")), (None, None));
        assert_eq!((past.user_of("a2"), past.user_of("b1")), (Some("ann"), None));
        past.remove("a1");
        assert_eq!(past.only_viewer_of("ann"), Some("a2"));

        let forgotten: Vec<String> =
            (0..MOST).filter_map(|number| past.add(&format!("b{number}"), "bob")).collect();
        assert_eq!(forgotten, ["a2"]);
    }
}

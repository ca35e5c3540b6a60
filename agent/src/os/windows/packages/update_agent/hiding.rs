//! Hides updates, so that Windows itself leaves them out, too, and shows them again.

use muster_protocol::ScanUpdates;
use windows::Win32::Foundation::{VARIANT_FALSE, VARIANT_TRUE};

use super::codes::describe;
use super::offered::Offered;
use super::read::Found;

/// Which updates are to be hidden and shown, by identifiers in small letters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    hide: Vec<String>,
    show: Vec<String>,
}

impl Wishes {
    /// Those of a request.
    pub fn of(request: &ScanUpdates) -> Self {
        let small = |guids: &[String]| guids.iter().map(|guid| guid.to_ascii_lowercase()).collect();
        Self { hide: small(&request.hide), show: small(&request.show) }
    }

    /// Whether an update is to change, and to what: `true` is hidden. One that is named twice
    /// is shown: what is left out by mistake is worse.
    fn change(&self, offered: &Offered) -> Option<bool> {
        let is_in = |guids: &[String]| guids.contains(&offered.guid);
        match (is_in(&self.show), is_in(&self.hide)) {
            (true, _) if offered.is_hidden => Some(false),
            (false, true) if !offered.is_hidden => Some(true),
            _ => None,
        }
    }
}

/// Hides and shows what was found, and returns a sentence about each update that Windows does
/// not let be changed.
pub fn apply(wishes: &Wishes, found: &mut [Found]) -> Vec<String> {
    let mut complaints = Vec::new();
    for one in found {
        let Some(hidden) = wishes.change(&one.offered) else { continue };
        match set_hidden(one, hidden) {
            Ok(()) => one.offered.is_hidden = hidden,
            Err(reason) => complaints.push(complaint(&one.offered.title, hidden, &reason)),
        }
    }
    complaints
}

fn complaint(title: &str, hidden: bool, reason: &str) -> String {
    let deed = if hidden { "hidden" } else { "shown again" };
    format!("not {deed}: {title}: {reason}")
}

#[expect(unsafe_code, reason = "objects of COM")]
fn set_hidden(one: &Found, hidden: bool) -> Result<(), String> {
    let value = if hidden { VARIANT_TRUE } else { VARIANT_FALSE };
    // SAFETY: the object is valid while it is borrowed.
    let set = unsafe { one.update.SetIsHidden(value) };
    set.map_err(|error| describe(error.code().0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wishes(hide: &[&str], show: &[&str]) -> Wishes {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        let (hide, show) = (texts(hide), texts(show));
        Wishes::of(&ScanUpdates { hide, show, ..ScanUpdates::default() })
    }

    fn offered(guid: &str, is_hidden: bool) -> Offered {
        Offered { guid: guid.to_owned(), is_hidden, ..Offered::default() }
    }

    #[test]
    fn an_update_changes_only_when_it_is_named_and_not_so_already() {
        let wishes = wishes(&["A", "both"], &["b", "both"]);
        for (guid, is_hidden, change) in [
            ("a", false, Some(true)),
            ("a", true, None),
            ("b", true, Some(false)),
            ("b", false, None),
            ("both", true, Some(false)),
            ("both", false, None),
            ("other", true, None),
            ("other", false, None),
        ] {
            assert_eq!(wishes.change(&offered(guid, is_hidden)), change, "{guid} {is_hidden}");
        }
    }

    #[test]
    fn a_search_without_wishes_changes_nothing() {
        let none = Wishes::of(&ScanUpdates::default());
        assert_eq!(none, Wishes::default());
        assert_eq!(none.change(&offered("", true)), None);
        assert_eq!(apply(&none, &mut []), Vec::<String>::new());
    }

    #[test]
    fn what_windows_does_not_let_be_hidden_is_named() {
        let said = complaint("Update (KB1)", true, "it is mandatory (0x80240012)");
        assert_eq!(said, "not hidden: Update (KB1): it is mandatory (0x80240012)");
        assert!(complaint("a", false, "b").starts_with("not shown again: "));
    }
}

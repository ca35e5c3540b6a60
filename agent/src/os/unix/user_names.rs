//! The names of accounts, by their numbers.

use std::collections::HashMap;

use nix::unistd::{Uid, User};

/// Names that were looked up already: the directory may be slow.
#[derive(Debug, Default)]
pub struct UserNames(HashMap<u32, String>);

impl UserNames {
    /// The name of an account; its number when it has none.
    pub fn name_of(&mut self, uid: u32) -> String {
        let look_up = || match User::from_uid(Uid::from_raw(uid)) {
            Ok(Some(user)) => user.name,
            _ => uid.to_string(),
        };
        self.0.entry(uid).or_insert_with(look_up).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_without_a_name_is_called_by_its_number() {
        let mut names = UserNames::default();
        assert_eq!(names.name_of(0), "root");
        assert_eq!(names.name_of(4_000_000_123), "4000000123");
    }
}

//! The steps that have not come back yet: each of them takes one thread of the
//! agent at most, however often it is tested.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The names of the steps that are being tried.
#[derive(Clone, Debug, Default)]
pub struct Unfinished(Arc<Mutex<BTreeSet<&'static str>>>);

/// Held while a step is tried, also beyond its limit.
#[derive(Debug)]
pub struct Mark {
    name: &'static str,
    of: Unfinished,
}

impl Unfinished {
    /// Marks a step as being tried; none when it is already.
    pub fn begin(&self, name: &'static str) -> Option<Mark> {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        names.insert(name).then(|| Mark { name, of: self.clone() })
    }
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.of.0.lock().unwrap_or_else(PoisonError::into_inner).remove(self.name);
    }
}

//! All data of a server, in one file that both engines read.
//!
//! A backup is taken from one moment of a running database and goes into an
//! empty one, of the same engine or the other. It is encrypted and authenticated
//! with a key that comes from the key file, which is not in it: without that,
//! nobody reads it or changes it unnoticed.

mod file;
mod load;
mod reading;
mod save;
mod sealed;
mod tables;
#[cfg(test)]
mod tests;

pub use load::{RestoreError, load};
pub use reading::Backup;
pub use save::save;

/// How much is in a backup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    pub tables: usize,
    /// Rows of all of them.
    pub rows: u64,
}

impl std::fmt::Display for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} rows of {} tables", self.rows, self.tables)
    }
}

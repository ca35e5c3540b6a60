//! All data of a server, in one file that both engines read.
//!
//! A backup is taken from one moment of a running database and goes into an
//! empty one, of the same engine or the other. The key file is not in it:
//! anyone who finds a backup finds neither secrets nor a way to forge the audit
//! log.

mod file;
mod load;
mod save;
mod tables;
#[cfg(test)]
mod tests;

pub use file::Backup;
pub use load::load;
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

//! Whether packages were installed or removed: checks the package database
//! twice a minute, without reading its content. A system that keeps it in
//! something other than files describes its state itself.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use muster_protocol::hex;
use ring::digest::{Context, SHA256};
use tokio::sync::watch;

use crate::os;

/// How often the files are checked.
const INTERVAL: Duration = Duration::from_secs(30);

/// Publishes a digest of the state of the package database.
#[derive(Debug)]
pub struct PackageWatch {
    files: Vec<PathBuf>,
    /// What the system says of a database that is no file.
    other_marks: fn() -> Vec<String>,
    settled: watch::Sender<String>,
}

impl Default for PackageWatch {
    fn default() -> Self {
        let files = os::packages::DATABASES.iter().map(PathBuf::from).collect();
        Self::begin(files, os::packages::database_marks)
    }
}

impl PackageWatch {
    /// Watches these files, beginning with their present state.
    #[cfg(test)]
    pub fn of(files: Vec<PathBuf>) -> Self {
        Self::begin(files, Vec::new)
    }

    fn begin(files: Vec<PathBuf>, other_marks: fn() -> Vec<String>) -> Self {
        let first = digest_of(&files, &other_marks());
        Self { files, other_marks, settled: watch::Sender::new(first) }
    }

    /// Checks the files for ever.
    pub async fn watch_for_ever(&self) {
        let mut tick = tokio::time::interval(INTERVAL);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut last = self.digest();
        loop {
            tick.tick().await;
            last = self.check_once(last);
        }
    }

    /// Checks once. A package manager at work writes again and again: only a
    /// state that is the same twice in a row is reported.
    fn check_once(&self, last: String) -> String {
        let now = digest_of(&self.files, &(self.other_marks)());
        if now == last {
            self.settled.send_if_modified(|settled| {
                let is_news = *settled != now;
                if is_news {
                    settled.clone_from(&now);
                }
                is_news
            });
        }
        now
    }

    /// The digest of the last stable state; empty without any database.
    pub fn digest(&self) -> String {
        self.settled.borrow().clone()
    }

    /// Sets the state that a test wants.
    #[cfg(test)]
    pub fn settle(&self, digest: &str) {
        self.settled.send_replace(digest.to_owned());
    }

    /// Receives every digest from now on.
    pub fn subscribe(&self) -> watch::Receiver<String> {
        self.settled.subscribe()
    }
}

/// A digest of sizes, times and inodes, and of other marks; empty when there is
/// nothing of it.
fn digest_of(files: &[PathBuf], other_marks: &[String]) -> String {
    let mut context = Context::new(&SHA256);
    let mut is_any = false;
    for file in files {
        let Ok(found) = std::fs::metadata(file) else { continue };
        is_any = true;
        context.update(mark(file, &found).as_bytes());
    }
    for other_mark in other_marks {
        is_any = true;
        context.update(format!("{other_mark}\n").as_bytes());
    }
    if is_any { hex::encode(&context.finish().as_ref()[..16]) } else { String::new() }
}

fn mark(file: &Path, found: &Metadata) -> String {
    let changed = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let changed = changed.unwrap_or_default().as_nanos();
    format!("{} {} {changed} {}\n", file.display(), found.len(), os::files::file_number(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_reported_once_it_is_the_same_twice_in_a_row() {
        let folder = tempfile::tempdir().unwrap();
        let status = folder.path().join("status");
        std::fs::write(&status, "bash").unwrap();
        let watch = PackageWatch::of(vec![folder.path().join("none"), status.clone()]);
        let changes = watch.subscribe();
        let first = watch.digest();
        assert_eq!(first.len(), 32);
        let last = watch.check_once(first.clone());
        assert!(!changes.has_changed().unwrap());

        // As dpkg does it: a new file replaces the old one.
        std::fs::write(folder.path().join("new"), "bash vim").unwrap();
        std::fs::rename(folder.path().join("new"), &status).unwrap();
        let last = watch.check_once(last);
        assert!(!changes.has_changed().unwrap());
        std::fs::write(&status, "bash vim emacs").unwrap();
        let last = watch.check_once(last);
        assert!(!changes.has_changed().unwrap());
        let last = watch.check_once(last);
        assert!(changes.has_changed().unwrap());
        assert_eq!(watch.digest(), last);
        assert_ne!(watch.digest(), first);
    }

    #[test]
    fn what_a_system_says_of_its_database_counts_as_well() {
        let (none, one) = (digest_of(&[], &[]), digest_of(&[], &["git 1".to_owned()]));
        assert_eq!((none.len(), one.len()), (0, 32));
        assert_ne!(one, digest_of(&[], &["git 2".to_owned()]));
        let watch = PackageWatch::begin(Vec::new(), || vec!["git 1".to_owned()]);
        assert_eq!(watch.digest(), one);
    }

    #[test]
    fn a_machine_without_a_known_database_has_no_digest() {
        assert_eq!(PackageWatch::of(vec![PathBuf::from("/nonexistent/status")]).digest(), "");
    }
}

//! The keys of agents that this person was connected to. A server that sends another key
//! later could be somebody between.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use crate::private_files::protect_file;

/// A file with a line `agent_id key` for each agent. The last line of an agent counts, so
/// that lines are only ever added.
pub struct KnownAgents {
    file: PathBuf,
    takes_new: bool,
}

impl KnownAgents {
    /// Those of the person who runs this; with `takes_new` another key replaces a known one.
    pub fn of_this_user(takes_new: bool) -> anyhow::Result<Self> {
        let folder = |name: &str| std::env::var_os(name).map(PathBuf::from);
        let state = folder("XDG_STATE_HOME").filter(|folder| folder.is_absolute());
        let state = state.or_else(|| Some(folder("HOME")?.join(".local/state")));
        let state = state.context("cannot remember agents' keys: set HOME or XDG_STATE_HOME")?;
        Ok(Self::at(state.join("muster/known_agents"), takes_new))
    }

    /// Those in a file, which need not exist.
    pub fn at(file: PathBuf, takes_new: bool) -> Self {
        Self { file, takes_new }
    }

    /// Refuses a key that is not the one that the agent had before.
    pub fn check(&self, agent_id: &str, key: &str) -> anyhow::Result<()> {
        match File::open(&self.file) {
            Ok(file) => self.must_fit(&self.read(file)?, agent_id, key),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error).with_context(|| self.unreadable()),
        }
    }

    /// Remembers the key of an agent that has proved that it has it.
    pub fn remember(&self, agent_id: &str, key: &str) -> anyhow::Result<()> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let mut options = OpenOptions::new();
        let options = options.read(true).append(true).create(true).mode(0o600);
        let mut file = options.open(&self.file).with_context(|| self.unreadable())?;
        protect_file(&self.file).with_context(|| self.unreadable())?;
        // Of two that connect at once, the second sees what the first remembered.
        file.lock().with_context(|| self.unreadable())?;
        let known = self.read(file.try_clone()?)?;
        self.must_fit(&known, agent_id, key)?;
        if find(&known, agent_id) == Some(key) {
            return Ok(());
        }
        // A line that was cut off by a full disk stays its own.
        let start = if known.is_empty() || known.ends_with('\n') { "" } else { "\n" };
        let line = format!("{start}{agent_id} {key}\n");
        file.write_all(line.as_bytes()).with_context(|| self.unreadable())
    }

    fn read(&self, mut file: File) -> anyhow::Result<String> {
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| self.unreadable())?;
        Ok(text)
    }

    fn must_fit(&self, known: &str, agent_id: &str, key: &str) -> anyhow::Result<()> {
        ensure!(
            !agent_id.is_empty() && !agent_id.contains(char::is_whitespace),
            "the agent's id cannot be used: {agent_id:?}"
        );
        match find(known, agent_id) {
            Some(old) if old != key && !self.takes_new => bail!(
                "the agent has another key than when you were connected to it last. If it was \
                 installed again, add --new-key; otherwise somebody may be between you and it: \
                 ask whoever runs the server (known keys: {})",
                self.file.display()
            ),
            _ => Ok(()),
        }
    }

    fn unreadable(&self) -> String {
        format!("cannot use {}, where the keys of known agents are", self.file.display())
    }
}

fn find<'a>(known: &'a str, agent_id: &str) -> Option<&'a str> {
    let mut entries = known.lines().filter_map(|line| line.split_once(' '));
    entries.rfind(|(id, _)| *id == agent_id).map(|(_, key)| key.trim())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn the_first_key_is_remembered_and_another_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state/muster/known_agents");
        let known = KnownAgents::at(file.clone(), false);
        known.check("a1", "k1").unwrap();
        known.remember("a1", "k1").unwrap();
        known.remember("a1", "k1").unwrap();
        known.remember("a2", "k1").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "a1 k1\na2 k1\n");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        for refused in [known.check("a1", "k2"), known.remember("a1", "k2")] {
            assert!(refused.unwrap_err().to_string().contains("--new-key"));
        }

        let takes_new = KnownAgents::at(file, true);
        takes_new.check("a1", "k2").unwrap();
        takes_new.remember("a1", "k2").unwrap();
        known.check("a1", "k2").unwrap();
        assert!(known.check("a1", "k1").is_err(), "the last one counts");
    }

    #[test]
    fn lines_that_are_damaged_and_files_that_others_may_read_are_survived() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("known_agents");
        std::fs::write(&file, "# mine\na1 k1\na9").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let known = KnownAgents::at(file.clone(), false);
        known.remember("a9", "k9").unwrap();
        assert!(std::fs::read_to_string(&file).unwrap().ends_with("a9\na9 k9\n"));
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(known.check("a1", "k2").is_err());
        assert!(known.check("two words", "k").is_err());
    }
}

//! Takes files away from a thread and from everything it starts.

pub use system::{is_available, lock_out};

#[cfg(target_os = "linux")]
mod system {
    //! With Landlock, which allows what is listed and nothing else.

    use std::fs;
    use std::io;
    use std::path::{Path, PathBuf};

    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreated,
        RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };

    /// That of Linux 6.2. Before it, a file could be emptied without being
    /// opened.
    const NEEDED: ABI = ABI::V3;

    /// Whether the kernel can do it.
    pub fn is_available() -> bool {
        ruleset().is_ok()
    }

    /// Takes these files and folders away from this thread, which can still
    /// use everything else on the machine, `own` in any case.
    ///
    /// The folders that lead to what is taken away cannot be listed any more:
    /// a rule for a folder is one for everything in it.
    pub fn lock_out(locked: &[PathBuf], own: &Path) -> io::Result<()> {
        let mut open = vec![own.to_owned()];
        collect_open(Path::new("/"), locked, &mut open);
        let rules = path_beneath_rules(open, AccessFs::from_all(NEEDED));
        let status = ruleset()
            .and_then(|ruleset| ruleset.add_rules(rules)?.restrict_self())
            .map_err(io::Error::other)?;
        match status.ruleset {
            RulesetStatus::NotEnforced => Err(io::Error::other("the kernel locks no files")),
            RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => Ok(()),
        }
    }

    /// Files: all that the needed version knows, or an error. Signals to other
    /// processes: since Linux 6.12.
    fn ruleset() -> Result<RulesetCreated, RulesetError> {
        Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_all(NEEDED))?
            .set_compatibility(CompatLevel::BestEffort)
            .scope(Scope::Signal)?
            .create()
    }

    /// Everything beside the way to what is locked. A link is left out: what it
    /// leads to has a path of its own, and may be locked.
    fn collect_open(folder: &Path, locked: &[PathBuf], open: &mut Vec<PathBuf>) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            if is_link || locked.contains(&path) {
                continue;
            }
            match locked.iter().any(|locked| locked.starts_with(&path)) {
                true => collect_open(&path, locked, open),
                false => open.push(path),
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    //! Other systems have nothing of the kind.

    use std::io;
    use std::path::{Path, PathBuf};

    /// No.
    pub fn is_available() -> bool {
        false
    }

    /// Always fails.
    pub fn lock_out(_locked: &[PathBuf], _own: &Path) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::Unsupported))
    }
}

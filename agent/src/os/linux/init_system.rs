//! What this machine was started with: who starts its services, and takes it down.

use std::path::Path;

/// Who starts the services of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitSystem {
    Systemd,
    OpenRc,
}

/// The one that runs here, not one that is only installed; none that is known.
pub fn running() -> Option<InitSystem> {
    running_in(Path::new("/"))
}

fn running_in(root: &Path) -> Option<InitSystem> {
    // systemd documents this as the way to find out whether it runs.
    if root.join("run/systemd/system").is_dir() {
        return Some(InitSystem::Systemd);
    }
    // Before OpenRC 0.25 its state was under /lib.
    let states = ["run/openrc/softlevel", "lib/rc/init.d/softlevel"];
    let runs = states.iter().any(|state| root.join(state).is_file());
    runs.then_some(InitSystem::OpenRc)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_counts_and_not_what_is_installed() {
        let root = tempfile::tempdir().unwrap();
        let add = |folder: &str, file: &str| {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
            std::fs::write(root.path().join(folder).join(file), "").unwrap();
        };
        add("sbin", "openrc");
        add("lib/systemd", "systemd");
        std::fs::create_dir_all(root.path().join("run/openrc")).unwrap();
        assert_eq!(running_in(root.path()), None);
        add("run/openrc", "softlevel");
        assert_eq!(running_in(root.path()), Some(InitSystem::OpenRc));
        add("run/systemd/system", "x");
        assert_eq!(running_in(root.path()), Some(InitSystem::Systemd));
    }
}

//! Programs, found by name as the system's own shell would.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::accounts::{environment, own_account};

/// The endings of programs when the machine names none.
const DEFAULT_ENDINGS: &str = ".COM;.EXE;.BAT;.CMD";

/// Finds a program by name in the folders a command would look in. The ending may be
/// left out.
pub fn find_program(name: &str) -> Option<PathBuf> {
    find_where(name, |_| true)
}

/// Whether there is a file at the path that Windows runs as a program.
pub fn is_program(path: &Path) -> bool {
    has_ending(path, &variable("PATHEXT", DEFAULT_ENDINGS)) && path.is_file()
}

/// The folders in which programs are looked for, as in `PATH`: those of the machine and
/// of the agent's account as they are now, not as they were when the agent started.
pub fn search_path() -> OsString {
    variable("PATH", "")
}

/// The first program of this name that is wanted.
pub(in crate::os::windows) fn find_where(
    name: &str,
    is_wanted: impl Fn(&Path) -> bool,
) -> Option<PathBuf> {
    if name.is_empty() {
        return None;
    }
    let endings = variable("PATHEXT", DEFAULT_ENDINGS);
    let folders: Vec<PathBuf> = std::env::split_paths(&search_path()).collect();
    let folders = folders.iter().filter(|folder| folder.is_absolute());
    let mut paths = folders.flat_map(|folder| candidates(folder, name, &endings));
    paths.find(|path| path.is_file() && is_wanted(path))
}

/// The files a name may mean in a folder.
fn candidates(folder: &Path, name: &str, endings: &OsStr) -> Vec<PathBuf> {
    let plain = folder.join(name);
    let endings_text = endings.to_string_lossy();
    let with_ending = endings_text.split(';').filter(|ending| ending.len() > 1).map(|ending| {
        let mut path = plain.clone().into_os_string();
        path.push(ending.to_ascii_lowercase());
        PathBuf::from(path)
    });
    let plain = has_ending(&plain, endings).then_some(&plain).cloned();
    plain.into_iter().chain(with_ending).collect()
}

fn has_ending(path: &Path, endings: &OsStr) -> bool {
    let Some(ending) = path.extension().and_then(OsStr::to_str) else { return false };
    let endings = endings.to_string_lossy();
    endings.split(';').any(|known| {
        known.strip_prefix('.').is_some_and(|known| known.eq_ignore_ascii_case(ending))
    })
}

fn variable(name: &str, otherwise: &str) -> OsString {
    let mut variables = environment(&own_account()).into_iter();
    let found = variables.find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value).filter(|v| !v.is_empty()).unwrap_or_else(|| otherwise.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_program_may_be_left_out() {
        let names = |name: &str| -> Vec<String> {
            let paths = candidates(Path::new(r"C:\x"), name, OsStr::new(".COM;.EXE;;."));
            paths.iter().map(|path| path.display().to_string()).collect()
        };
        assert_eq!(names("tool"), [r"C:\x\tool.com", r"C:\x\tool.exe"]);
        let with_ending = [r"C:\x\tool.Exe", r"C:\x\tool.Exe.com", r"C:\x\tool.Exe.exe"];
        assert_eq!(names("tool.Exe"), with_ending);
        assert_eq!(names("tool.1"), [r"C:\x\tool.1.com", r"C:\x\tool.1.exe"]);
    }

    #[test]
    fn programs_of_the_system_are_found_and_texts_are_none() {
        let shell = find_program("cmd").unwrap();
        assert!(shell.is_absolute() && is_program(&shell), "{}", shell.display());
        assert_eq!(find_program("CMD.exe").map(|path| path.is_file()), Some(true));
        assert_eq!(find_program(shell.to_str().unwrap()), Some(shell.clone()));
        for name in ["", "no-such-program", "drivers"] {
            assert_eq!(find_program(name), None, "{name}");
        }
        assert!(!is_program(shell.parent().unwrap()));
        assert!(!is_program(Path::new(r"C:\no\such\program.exe")));
        assert_eq!(find_where("cmd", |_| false), None);
    }
}

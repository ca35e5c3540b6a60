//! Where the programs are that run commands and scripts.

use std::path::{Path, PathBuf};

use windows::Win32::System::SystemInformation::GetSystemDirectoryW;

use crate::os::programs::{find_program, is_program};
use crate::os::windows::files::program_files;
use crate::os::windows::programs::find_where;
use crate::os::windows::wide::until_zero;

/// More letters than the path of the system's folder has.
const PATH_LETTERS: usize = 300;

/// The folder of links that open the Store instead of a program that is not installed.
const STORE_FOLDER: &str = "WindowsApps";

/// A program of the system itself: not looked up in a `PATH` that others may have changed.
pub fn system_program(path: &str) -> Option<PathBuf> {
    system_dir().map(|folder| folder.join(path)).filter(|path| path.is_file())
}

/// PowerShell 6 or newer.
pub fn pwsh() -> Option<PathBuf> {
    let installed = || in_program_files(r"PowerShell\7\pwsh.exe");
    find_where("pwsh", |path| !is_store_link(path)).or_else(installed)
}

/// Python 3, and the option that its launcher needs to choose it.
pub fn python() -> Option<(PathBuf, Option<&'static str>)> {
    let found = |name| find_where(name, |path| !is_store_link(path));
    let python = ["python3", "python"].into_iter().find_map(found).map(|path| (path, None));
    python.or_else(|| found("py").map(|path| (path, Some("-3"))))
}

/// A shell of Unix, which comes with Git. The system's own program of that name starts
/// another system in a virtual machine, where this one's files and programs are others.
pub fn unix_shell(name: &str) -> Option<PathBuf> {
    let system = system_dir().and_then(|folder| folder.parent().map(Path::to_owned));
    let is_of_system = |path: &Path| system.as_ref().is_some_and(|folder| path.starts_with(folder));
    let in_path = find_where(name, |path| !is_store_link(path) && !is_of_system(path));
    in_path.or_else(|| in_program_files(&format!(r"Git\bin\{name}.exe")))
}

/// A program that was installed by its own means.
pub fn installed(name: &str) -> Option<PathBuf> {
    find_program(name)
}

fn in_program_files(path: &str) -> Option<PathBuf> {
    program_files().map(|folder| folder.join(path)).filter(|path| is_program(path))
}

fn is_store_link(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str().eq_ignore_ascii_case(STORE_FOLDER))
}

#[expect(unsafe_code, reason = "Windows fills a buffer with a text")]
fn system_dir() -> Option<PathBuf> {
    let mut path = [0; PATH_LETTERS];
    // SAFETY: the slice has its own length.
    let length = unsafe { GetSystemDirectoryW(Some(&mut path)) };
    let is_whole = usize::try_from(length).is_ok_and(|length| 0 < length && length < path.len());
    is_whole.then(|| until_zero(&path).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_of_the_system_is_found_and_links_to_the_store_are_known() {
        assert!(system_program("cmd.exe").unwrap().is_absolute());
        assert_eq!(system_program(r"no\such.exe"), None);
        let link = r"C:\Users\ann\AppData\Local\Microsoft\windowsapps\python.exe";
        assert!(is_store_link(Path::new(link)));
        assert!(!is_store_link(Path::new(r"C:\Python\WindowsAppsX\python.exe")));
    }
}

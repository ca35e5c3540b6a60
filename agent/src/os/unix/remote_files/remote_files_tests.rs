//! Folders that are held open, against links and files that somebody planted.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::*;
use crate::os::file_facts::PlantedLink;

fn names(path: &Path) -> Vec<OsString> {
    path.iter().skip(1).map(OsStr::to_owned).collect()
}

fn open(path: &Path, links: Links) -> io::Result<Folder> {
    Folder::open("/", &names(path), links)
}

fn is_planted(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<PlantedLink>())
}

/// A folder of the test itself, without links above it.
fn folder() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = fs::canonicalize(folder.path()).unwrap();
    (folder, path)
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

#[test]
fn a_link_that_others_could_have_put_there_is_followed_only_to_read() {
    let (_guard, path) = folder();
    fs::create_dir_all(path.join("real/inner")).unwrap();
    fs::create_dir(path.join("theirs")).unwrap();
    for at in ["own", "theirs/link"] {
        symlink(path.join("real"), path.join(at)).unwrap();
    }
    chmod(&path.join("theirs"), 0o777);

    open(&path.join("own/inner"), Links::Trusted).unwrap();
    open(&path.join("theirs/link/inner"), Links::Follow).unwrap();
    let error = open(&path.join("theirs/link/inner"), Links::Trusted).unwrap_err();
    assert!(is_planted(&error), "{error}");
}

#[test]
fn a_link_is_followed_from_the_folder_it_is_in_and_not_for_ever() {
    let (_guard, path) = folder();
    fs::create_dir_all(path.join("a/b")).unwrap();
    fs::create_dir_all(path.join("c/d")).unwrap();
    symlink("../../c/./d/..", path.join("a/b/up")).unwrap();
    symlink("round", path.join("round")).unwrap();

    let found = open(&path.join("a/b/up/d"), Links::Trusted).unwrap();
    let expected = open(&path.join("c/d"), Links::Trusted).unwrap();
    assert!(found.own_facts().unwrap().is_same_file(&expected.own_facts().unwrap()));
    let error = open(&path.join("round"), Links::Follow).unwrap_err();
    assert!(error.to_string().contains("too many links"), "{error}");
}

#[test]
fn the_last_name_is_that_of_the_link_or_of_what_it_leads_to() {
    let (_guard, path) = folder();
    fs::create_dir(path.join("real")).unwrap();
    fs::write(path.join("real/file"), "x").unwrap();
    symlink("real/file", path.join("link")).unwrap();
    for (follow, expected) in [(true, "file"), (false, "link")] {
        let at = names(&path.join("link"));
        let (_, name) = Folder::open_parent("/", &at, Links::Trusted, follow).unwrap();
        assert_eq!(name, expected);
    }
    let error = Folder::open_parent("/", &[], Links::Trusted, false).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
}

#[test]
fn only_plain_files_are_opened_and_a_pipe_holds_nobody_up() {
    let (_guard, path) = folder();
    nix::unistd::mkfifo(&path.join("pipe"), Mode::S_IRWXU).unwrap();
    fs::write(path.join("file"), "text").unwrap();
    symlink("file", path.join("link")).unwrap();
    fs::create_dir(path.join("folder")).unwrap();
    let folder = open(&path, Links::Trusted).unwrap();

    assert_eq!(folder.open_to_read(OsStr::new("file")).unwrap().metadata().unwrap().len(), 4);
    for (name, kind) in [
        ("pipe", io::ErrorKind::Unsupported),
        ("folder", io::ErrorKind::IsADirectory),
        ("none", io::ErrorKind::NotFound),
    ] {
        assert_eq!(folder.open_to_read(OsStr::new(name)).unwrap_err().kind(), kind, "{name}");
    }
    assert!(is_planted(&folder.open_to_read(OsStr::new("link")).unwrap_err()));
}

#[test]
fn a_file_that_could_be_somebody_elses_is_not_continued() {
    let (_guard, path) = folder();
    let folder = open(&path, Links::Trusted).unwrap();
    drop(folder.create_private(OsStr::new("own")).unwrap());
    folder.open_private(OsStr::new("own")).unwrap();
    fs::write(path.join("open"), "x").unwrap();
    chmod(&path.join("open"), 0o644);
    symlink("own", path.join("link")).unwrap();
    drop(folder.create_private(OsStr::new("twice")).unwrap());
    fs::hard_link(path.join("twice"), path.join("second name")).unwrap();
    for name in ["open", "link", "twice"] {
        let error = folder.open_private(OsStr::new(name)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists, "{name}");
    }
    assert!(folder.create_private(OsStr::new("link")).is_err());
}

#[test]
fn nothing_is_moved_over_something_else_by_mistake() {
    let (_guard, path) = folder();
    for (name, text) in [("a", "a"), ("b", "b")] {
        fs::write(path.join(name), text).unwrap();
    }
    let folder = open(&path, Links::Trusted).unwrap();
    let (a, b) = (OsStr::new("a"), OsStr::new("b"));
    let error = folder.rename(a, &folder, b, false).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
    folder.rename(a, &folder, a, false).unwrap();
    folder.rename(a, &folder, OsStr::new("c"), false).unwrap();
    folder.rename(OsStr::new("c"), &folder, b, true).unwrap();
    assert_eq!(fs::read_to_string(path.join("b")).unwrap(), "a");
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
}

#[test]
fn the_rights_of_a_file_with_a_second_name_stay_where_others_may_link() {
    let (_guard, path) = folder();
    fs::create_dir(path.join("theirs")).unwrap();
    fs::write(path.join("secret"), "x").unwrap();
    chmod(&path.join("secret"), 0o600);
    fs::hard_link(path.join("secret"), path.join("theirs/name")).unwrap();
    symlink("../secret", path.join("theirs/link")).unwrap();
    chmod(&path.join("theirs"), 0o777);

    let folder = open(&path.join("theirs"), Links::Trusted).unwrap();
    for name in ["name", "link"] {
        assert!(is_planted(&folder.set_mode(OsStr::new(name), 0o777).unwrap_err()), "{name}");
    }
    let error = folder.set_owner(OsStr::new("name"), Some("no such account"), None).unwrap_err();
    assert_eq!(error.to_string(), "there is no account called no such account");
    assert_eq!(fs::metadata(path.join("secret")).unwrap().permissions().mode() & 0o777, 0o600);
}

//! Archives of folders.

use std::fs;
use std::io::{Cursor, Read};

use serde_json::json;
use zip::ZipArchive;

use super::*;
use crate::remote::files::Handled;
use crate::remote::files::test_kit::Kit;

fn begin(kit: &Kit, paths: &[&str]) -> Result<(String, ZipStream), FileProblem> {
    let paths: Vec<String> = paths.iter().map(|path| kit.at(path)).collect();
    match kit.handle(json!({"op": "zip", "paths": paths}))? {
        Handled::Zip(Answer::Zip { name }, stream) => Ok((name, stream)),
        _ => panic!("this is an archive"),
    }
}

fn read_all(mut stream: ZipStream) -> ZipArchive<Cursor<Vec<u8>>> {
    let mut bytes = Vec::new();
    while let Some(block) = stream.next_blocking() {
        bytes.extend(block.unwrap());
    }
    assert!(stream.next_blocking().is_none());
    ZipArchive::new(Cursor::new(bytes)).unwrap()
}

fn text_of(archive: &mut ZipArchive<Cursor<Vec<u8>>>, name: &str) -> String {
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

fn names(archive: &ZipArchive<Cursor<Vec<u8>>>) -> Vec<String> {
    let mut names: Vec<String> =
        archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn an_archive_has_all_that_is_below_a_folder() {
    let kit = Kit::new();
    fs::create_dir_all(kit.path.join("top/a/empty")).unwrap();
    kit.write("top/one", "one");
    kit.write("top/a/two", vec![b'2'; 500_000]);
    let (name, stream) = begin(&kit, &["top"]).unwrap();
    assert_eq!(name, "top.zip");
    let mut archive = read_all(stream);
    assert_eq!(names(&archive), ["top/", "top/a/", "top/a/empty/", "top/a/two", "top/one"]);
    assert_eq!(text_of(&mut archive, "top/one"), "one");
    assert_eq!(text_of(&mut archive, "top/a/two").len(), 500_000);
}

#[test]
fn several_files_are_in_one_archive_also_with_the_same_name() {
    let kit = Kit::new();
    for folder in ["a", "b"] {
        fs::create_dir(kit.path.join(folder)).unwrap();
        kit.write(&format!("{folder}/file"), folder);
    }
    let (name, stream) = begin(&kit, &["a/file", "b/file", "b"]).unwrap();
    assert_eq!(name, "files.zip");
    let mut archive = read_all(stream);
    assert_eq!(names(&archive), ["b/", "b/file", "file", "file (2)"]);
    assert_eq!(text_of(&mut archive, "file (2)"), "b");
}

#[cfg(unix)]
#[test]
fn what_is_left_out_is_listed_and_no_link_is_followed() {
    use std::os::unix::fs::symlink;

    let kit = Kit::new();
    fs::create_dir(kit.path.join("top")).unwrap();
    kit.write("secret", "secret");
    symlink("../secret", kit.path.join("top/link")).unwrap();
    symlink("..", kit.path.join("top/circle")).unwrap();
    nix::unistd::mkfifo(&kit.path.join("top/pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let mut archive = read_all(begin(&kit, &["top"]).unwrap().1);
    assert_eq!(names(&archive), ["LEFT OUT.txt", "top/"]);
    let text = text_of(&mut archive, "LEFT OUT.txt");
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.contains("top/link: it is a link"), "{text}");
}

#[test]
fn a_viewer_that_goes_away_ends_the_archive() {
    let kit = Kit::new();
    // It does not get smaller: more than what may wait.
    let byte = |at: u64| (at.wrapping_mul(at).wrapping_mul(2_654_435_761) >> 13) as u8;
    let noise: Vec<u8> = (0..4_000_000).map(byte).collect();
    kit.write("noise", noise);
    let (_, mut stream) = begin(&kit, &["noise"]).unwrap();
    stream.next_blocking().unwrap().unwrap();
    let cancel = stream.cancel.clone();
    drop(stream);
    assert!(cancel.is_cancelled());

    let (_, mut stream) = begin(&kit, &["noise"]).unwrap();
    stream.cancel.cancel();
    let mut last = None;
    while let Some(block) = stream.next_blocking() {
        last = Some(block);
    }
    assert_eq!(last.unwrap().unwrap_err(), FileProblem::cancelled());
}

#[test]
fn an_archive_of_what_is_not_there_is_refused() {
    let kit = Kit::new();
    let problem = begin(&kit, &["none"]).map(drop).unwrap_err();
    assert_eq!(problem.code, ProblemCode::NotFound);
    let many = vec!["none"; 1001];
    let problem = begin(&kit, &many).map(drop).unwrap_err();
    assert_eq!(problem.code, ProblemCode::InvalidRequest);
}

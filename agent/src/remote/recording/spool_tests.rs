//! What is in the spool, and when nothing more fits into it.

use super::*;

fn listed(root: &Path) -> Vec<(String, i64, Vec<u32>)> {
    let found = SpooledRecording::list(root).unwrap();
    found.into_iter().map(|it| (it.session, it.began, it.parts)).collect()
}

#[test]
fn parts_are_listed_by_age_and_number_until_they_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("recordings");
    assert_eq!(listed(&root), []);
    let mut newer = SpoolFolder::new(&root, "a-b", 200, MOST_BYTES);
    let mut older = SpoolFolder::new(&root, "c-d", 30, MOST_BYTES);
    for index in [0, 1, 10] {
        newer.write(index, b"newer").unwrap();
    }
    older.write(2, b"older").unwrap();
    let (a, c) = ("a-b".to_owned(), "c-d".to_owned());
    assert_eq!(listed(&root), [(c, 30, vec![2]), (a.clone(), 200, vec![0, 1, 10])]);

    let found = SpooledRecording::list(&root).unwrap();
    assert_eq!(found[0].read(2).unwrap(), b"older");
    found[0].forget(2, true).unwrap();
    found[1].forget(0, false).unwrap();
    assert_eq!(listed(&root), [(a, 200, vec![1, 10])]);
    assert!(!root.join("c-d-30").exists());
    found[1].remove().unwrap();
    assert_eq!(listed(&root), []);
    // Without the parts before, another one is of no use.
    assert!(newer.write(11, b"newer").is_err());
}

#[test]
fn what_is_no_part_is_neither_listed_nor_sent() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let mut spool = SpoolFolder::new(root, "s", 1, MOST_BYTES);
    spool.write(3, &vec![0; MAX_PART_BYTES + 1]).unwrap();
    for name in ["4.draft", "part", "x.part", "-1.part"] {
        std::fs::write(root.join("s-1").join(name), "x").unwrap();
    }
    std::fs::write(root.join("file"), "x").unwrap();
    std::fs::create_dir(root.join("no recording")).unwrap();
    let found = SpooledRecording::list(root).unwrap();
    assert_eq!((found.len(), &found[0].parts), (1, &vec![3]));
    assert_eq!(found[0].read(3).unwrap_err().kind(), ErrorKind::InvalidData);
}

#[test]
fn nothing_more_is_written_once_too_much_waits() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let mut one = SpoolFolder::new(root, "one", 1, 250);
    let mut two = SpoolFolder::new(root, "two", 2, 250);
    one.write(0, &[0; 100]).unwrap();
    two.write(0, &[0; 100]).unwrap();
    let mut three = SpoolFolder::new(root, "three", 3, 250);
    assert_eq!(three.write(0, &[0; 100]).unwrap_err().kind(), ErrorKind::StorageFull);
    three.write(0, &[0; 50]).unwrap();
    let found = SpooledRecording::list(root).unwrap();
    found[0].forget(0, true).unwrap();
    let mut four = SpoolFolder::new(root, "four", 4, 250);
    four.write(0, &[0; 100]).unwrap();
}

#[test]
fn drafts_and_empty_folders_are_removed_and_parts_stay() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    SpoolFolder::new(root, "full", 1, MOST_BYTES).write(0, b"x").unwrap();
    SpoolFolder::new(root, "empty", 2, MOST_BYTES).create().unwrap();
    for name in ["full-1/1.draft", "empty-2/0.draft"] {
        std::fs::write(root.join(name), "x").unwrap();
    }
    tidy(root);
    assert_eq!(listed(root), [("full".to_owned(), 1, vec![0])]);
    assert!(!root.join("full-1/1.draft").exists() && !root.join("empty-2").exists());
    tidy(&root.join("not there"));
}

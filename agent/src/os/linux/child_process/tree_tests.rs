//! How a whole process tree ends.

use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;

use tokio::io::AsyncReadExt;
use tokio::process::Child;

use super::*;

/// A shell with a program below it, both in a session of their own.
async fn start_two() -> (Child, Tree, tempfile::TempDir) {
    let mut command = Command::new("setsid");
    command.args(["sh", "-c", "sleep 60 & echo up; wait"]).stdout(Stdio::piped());
    command.stderr(Stdio::null()).kill_on_drop(true);
    let mut child = command.spawn().unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut [0; 3]).await.unwrap();
    let (folder, run_id) = (tempfile::tempdir().unwrap(), RunId::parse("two").unwrap());
    let tree = Tree::of(&run_id, folder.path(), child.id());
    (child, tree, folder)
}

#[tokio::test]
async fn the_first_process_goes_last_and_is_not_left_behind_when_time_is_up() {
    let (mut child, tree, _folder) = start_two().await;
    assert_eq!(tree.kill_once(false), 2);
    assert!(child.try_wait().unwrap().is_none(), "it is held");
    while tree.kill_once(false) > 1 {
        tokio::task::yield_now().await;
    }
    assert_eq!(child.wait().await.unwrap().signal(), Some(9));

    let (mut child, tree, _folder) = start_two().await;
    assert_eq!(tree.kill_once(true), 2);
    assert_eq!(child.wait().await.unwrap().signal(), Some(9));
}

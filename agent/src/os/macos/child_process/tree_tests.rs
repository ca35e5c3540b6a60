//! Real processes, started and ended as runs are.

use std::path::PathBuf;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};

use super::*;
use crate::os::ProcessCommand;
use crate::os::macos::child_process::{Process, end_leftovers, exit_code, start};

/// A child, one in a session of its own, and one of that kind whose parent is gone. What they
/// start with has the mark, except for the last, which is found by its session.
const SCRIPT: &str = "sleep 300 & setsid sleep 300 & (setsid sleep 300 &)
    (env -u MUSTER_RUN_ID sleep 300 &) ; echo started; sleep 300; :";

/// The processes it has then, with the shell itself.
const STARTED: usize = 6;

struct Run {
    run_id: RunId,
    folder: TempDir,
    process: Process,
}

async fn begin() -> Run {
    let (run_id, folder) = (RunId::random(), tempfile::tempdir().unwrap());
    let environment = [("PATH", std::env::var_os("PATH").unwrap())];
    let mut environment = environment.map(|(name, value)| (name.into(), value)).to_vec();
    environment.push((RUN_VARIABLE.into(), run_id.as_str().into()));
    let spec = ProcessCommand {
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), SCRIPT.into()],
        environment,
        directory: PathBuf::from("/"),
        become_user: None,
    };
    let mut process = start(&run_id, folder.path(), spec).unwrap();
    let stdout = process.take_pipes().0.unwrap();
    let first = BufReader::new(stdout).lines().next_line().await.unwrap();
    assert_eq!(first.as_deref(), Some("started"));
    let run = Run { run_id, folder, process };
    while run.members().len() < STARTED {
        tokio::time::sleep(BETWEEN_ATTEMPTS).await;
    }
    run
}

impl Run {
    fn members(&self) -> HashSet<i32> {
        Tree::recorded(&self.run_id, self.folder.path()).members(&process_table::list())
    }
}

#[tokio::test]
async fn a_run_ends_with_all_that_it_started() {
    let mut run = begin().await;
    run.process.kill_tree().await;
    assert_eq!(exit_code(run.process.wait().await), 128 + 9);
    assert_eq!(run.members(), HashSet::new());
}

#[tokio::test]
async fn what_a_dead_agent_left_is_ended_by_the_next() {
    let mut run = begin().await;
    end_leftovers(&[(run.run_id.clone(), run.folder.path().to_owned())]).await;
    assert_eq!(exit_code(run.process.wait().await), 128 + 9);
    assert_eq!(run.members(), HashSet::new());
}

#[test]
fn a_later_process_with_the_number_of_a_leader_is_left_alone() {
    let entry = |parent, session, started| ProcessEntry {
        parent,
        session,
        started,
        zombie: false,
        environment: Vec::new(),
    };
    let tree =
        Tree { mark: "MUSTER_RUN_ID=x".to_owned(), leader: Some(Leader { id: 40, started: 100 }) };
    let same = HashMap::from([
        (40, entry(1, 40, 100)),
        (41, entry(40, 40, 101)),
        (42, entry(41, 42, 102)),
        (43, entry(1, 43, 103)),
    ]);
    assert_eq!(tree.members(&same), HashSet::from([40, 41, 42]));
    let later = HashMap::from([(40, entry(1, 40, 200)), (41, entry(40, 40, 201))]);
    assert_eq!(tree.members(&later), HashSet::new());
    let marked = ProcessEntry { environment: vec!["MUSTER_RUN_ID=x".into()], ..entry(1, 9, 300) };
    assert_eq!(tree.members(&HashMap::from([(44, marked)])), HashSet::from([44]));
}

//! What single kinds of checks find on this machine, through the front door.

use muster_protocol::{CHECKS_PROTOCOL, COULD_NOT_START, Reading, TIMED_OUT, capability};
use tokio::process::Command;

use super::*;

/// The first reports of these checks, by check.
async fn first_readings(checks: Vec<CheckDefinition>) -> Vec<(i64, Reading)> {
    let (stage, mut connection) = Stage::open(CHECKS_PROTOCOL).await;
    let count = checks.len();
    define(&mut connection, "d1", checks).await;
    let mut readings: Vec<(i64, Reading)> = Vec::new();
    while readings.len() < count {
        let reports = stage.next_reports(&mut connection).await;
        acknowledge(&mut connection, &reports).await;
        for report in reports {
            if readings.iter().all(|(id, _)| *id != report.check) {
                readings.push((report.check, report.reading));
            }
        }
    }
    readings.sort_by_key(|(id, _)| *id);
    readings
}

#[tokio::test]
async fn an_agent_says_that_it_runs_checks() {
    let (_stage, connection) = Stage::open(CHECKS_PROTOCOL).await;
    for name in [capability::CHECKS, muster_protocol::question_name::RUN_CHECKS] {
        assert!(connection.hello.capabilities.iter().any(|known| known == name), "{name}");
    }
}

#[tokio::test]
async fn processors_memory_and_disks_are_read_from_the_samples_of_the_machine() {
    let disk = Probe::Disk { disk: "/".to_owned() };
    let checks = vec![check(1, 600, Probe::Cpu), check(2, 600, Probe::Memory), check(3, 600, disk)];
    let readings = first_readings(checks).await;
    for (id, reading) in &readings[..2] {
        let Reading::Percent { samples } = reading else { panic!("{id}: {reading:?}") };
        assert!(!samples.is_empty() && samples.len() <= 15, "{samples:?}");
        assert!(samples.iter().all(|value| (0.0..=100.0).contains(value)), "{samples:?}");
    }
    let Reading::Disk { free_percent, free_bytes, total_bytes } = readings[2].1 else {
        panic!("{readings:?}")
    };
    assert!((0.0..=100.0).contains(&free_percent) && free_bytes <= total_bytes, "{readings:?}");
}

#[tokio::test]
async fn scripts_report_their_code_and_their_output() {
    let ends = script("echo out; echo err >&2; exit 3", 30);
    let shell = "no-such-shell".to_owned();
    let absent = Probe::Script(ScriptAction { shell, ..ScriptAction::default() });
    let loud = script("head -c 100000 /dev/zero | tr '\\0' x", 30);
    let checks = vec![check(1, 3600, ends), check(2, 3600, absent), check(3, 3600, loud)];
    let readings = first_readings(checks).await;
    let found: Vec<(i32, &str, &str)> =
        readings.iter().map(|(_, reading)| script_of(reading)).collect();
    assert_eq!(found[0], (3, "out\n", "err\n"));
    assert_eq!((found[1].0, found[1].1), (COULD_NOT_START, ""));
    assert!(found[1].2.contains("no-such-shell"), "{:?}", found[1]);
    assert_eq!((found[2].0, found[2].1.len()), (0, 64 * 1024));
}

#[tokio::test]
async fn a_script_that_hangs_reports_what_it_printed_before_its_time_was_up() {
    // One that stood still for as long has printed nothing: it gets more time.
    for seconds in [1, 4, 16] {
        let hangs = script("printf begun; sleep 987", seconds);
        let readings = first_readings(vec![check(1, 86_400, hangs)]).await;
        let found = script_of(&readings[0].1);
        if seconds < 16 && found == (TIMED_OUT, "", "") {
            continue;
        }
        assert_eq!(found, (TIMED_OUT, "begun", ""));
        break;
    }
}

/// The code of a script, and what it printed.
fn script_of(reading: &Reading) -> (i32, &str, &str) {
    let Reading::Script { code, stdout, stderr, .. } = reading else { panic!("{reading:?}") };
    (*code, stdout.as_str(), stderr.as_str())
}

#[tokio::test]
async fn a_script_leaves_nothing_in_the_data_directory() {
    let (stage, mut connection) = Stage::open(CHECKS_PROTOCOL).await;
    // A day: it must not run once more while the clock runs ahead of a slow machine.
    define(&mut connection, "d1", vec![check(1, 86_400, script("echo $MUSTER_RUN_ID", 30))]).await;
    let reports = stage.next_reports(&mut connection).await;
    let Reading::Script { stdout, .. } = &reports[0].reading else { panic!("{reports:?}") };
    assert_eq!(stdout.trim().len(), 32);
    let left = std::fs::read_dir(stage.agent.data.runs()).unwrap();
    assert_eq!(left.count(), 0);
}

#[tokio::test]
async fn a_script_whose_agent_died_is_ended_by_the_next_process() {
    let (mut stage, connection) = Stage::open(CHECKS_PROTOCOL).await;
    drop(connection);
    let run_id = "left-by-a-check";
    let folder = stage.agent.data.runs().join(run_id);
    std::fs::create_dir(&folder).unwrap();
    let mut left = Command::new("sleep");
    left.arg("987").env("MUSTER_RUN_ID", run_id).kill_on_drop(true);
    let mut left = left.spawn().unwrap();

    stage.agent = stage.agent.restart().await;
    let ended = tokio::time::timeout(LIMIT, left.wait()).await.expect("it still runs").unwrap();
    assert!(!ended.success() && !folder.exists());
}

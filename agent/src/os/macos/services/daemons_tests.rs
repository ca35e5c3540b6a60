//! A fake launchctl that keeps its jobs in files.

use tempfile::TempDir;

use super::*;
use crate::tests::fake_program::write_program;

const FAKE_LAUNCHCTL: &str = r#"#!/bin/sh
cd "${0%/*}"
label=${2#system/}
for last; do :; done
case $1 in
list) printf 'PID\tStatus\tLabel\n'; cat jobs/* 2>/dev/null; exit 0 ;;
print-disabled)
    printf '\tdisabled services = {\n'
    for file in off/*; do [ -e "$file" ] && printf '\t\t"%s" => disabled\n' "${file#off/}"; done
    printf '\t}\n'; exit 0 ;;
esac
echo "$*" >> calls
case $1 in
bootstrap) name=${3##*/}; printf -- '-\t0\t%s\n' "${name%.plist}" > "jobs/${name%.plist}" ;;
bootout)
    case $label in
    protected) echo 'Boot-out failed: 150: Operation not permitted' >&2; exit 150 ;;
    slow) (sleep 0.3; rm "jobs/slow") >/dev/null 2>&1 &
        echo 'Boot-out failed: 36: Operation now in progress' >&2; exit 36 ;;
    *) rm "jobs/$label" ;;
    esac ;;
kickstart) last=${last#system/}; printf '77\t0\t%s\n' "$last" > "jobs/$last" ;;
enable) rm -f "off/$label" ;;
disable) : > "off/$label" ;;
esac
"#;

struct Stage {
    folder: TempDir,
    daemons: Daemons,
}

/// One that starts by itself and runs, one on demand, and three that are loaded and have no
/// definition.
async fn stage() -> Stage {
    let folder = tempfile::tempdir().unwrap();
    for name in ["jobs", "off", "definitions"] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
    }
    for (label, keys) in [("db", "<key>RunAtLoad</key><true/>"), ("idle", "")] {
        let text = format!(
            "<plist><dict><key>Label</key><string>{label}</string>\
             <key>Program</key><string>/bin/{label}</string>{keys}</dict></plist>"
        );
        std::fs::write(folder.path().join(format!("definitions/{label}.plist")), text).unwrap();
    }
    for job in ["312\t0\tdb", "-\t78\tbroken", "8\t0\tslow", "9\t0\tprotected"] {
        let label = job.rsplit('\t').next().unwrap();
        std::fs::write(folder.path().join("jobs").join(label), format!("{job}\n")).unwrap();
    }
    let program = write_program(folder.path(), "launchctl", FAKE_LAUNCHCTL).await;
    let folders = vec![folder.path().join("none"), folder.path().join("definitions")];
    let daemons = Daemons { launchctl: Launchctl { program }, folders };
    Stage { folder, daemons }
}

impl Stage {
    fn calls(&self) -> Vec<String> {
        let calls = std::fs::read_to_string(self.folder.path().join("calls")).unwrap_or_default();
        let _ = std::fs::remove_file(self.folder.path().join("calls"));
        let folder = format!("{}/", self.folder.path().display());
        calls.lines().map(|line| line.replace(&folder, "")).collect()
    }
}

#[tokio::test]
async fn what_is_loaded_and_what_could_be_are_listed() {
    let stage = stage().await;
    let listed = stage.daemons.list().await.unwrap();
    let seen: Vec<(&str, &str, &str, u32, &str)> =
        listed.iter().map(|s| (&*s.name, &*s.status, &*s.start_type, s.pid, &*s.binpath)).collect();
    assert_eq!(
        seen,
        [
            ("broken", "failed", "manual", 0, ""),
            ("db", "running", "auto", 312, "/bin/db"),
            ("idle", "stopped", "manual", 0, "/bin/idle"),
            ("protected", "running", "manual", 9, ""),
            ("slow", "running", "manual", 8, ""),
        ]
    );
    assert_eq!(stage.daemons.find("none").await, Ok(None));
    assert_eq!(stage.daemons.read("db").await.unwrap(), listed[1]);
}

#[tokio::test]
async fn each_action_has_its_calls() {
    let stage = stage().await;
    for (name, action, calls) in [
        ("db", "start", vec!["kickstart system/db"]),
        ("db", "restart", vec!["kickstart -k system/db"]),
        ("db", "stop", vec!["bootout system/db"]),
        ("db", "stop", vec![]),
        ("db", "start", vec!["bootstrap system definitions/db.plist", "kickstart system/db"]),
        ("slow", "stop", vec!["bootout system/slow"]),
        ("db", "disabled", vec!["disable system/db"]),
        ("db", "auto", vec!["enable system/db"]),
        ("idle", "manual", vec!["enable system/idle"]),
    ] {
        assert_eq!(stage.daemons.control(name, action).await, Ok(()), "{name} {action}");
        assert_eq!(stage.calls(), calls, "{name} {action}");
    }
}

#[tokio::test]
async fn what_cannot_be_done_is_said() {
    let stage = stage().await;
    std::fs::remove_file(stage.folder.path().join("jobs/broken")).unwrap();
    for (name, action, reason) in [
        ("none", "start", "there is no service none"),
        ("broken", "start", "there is no service broken"),
        ("db", "dance", "service action dance is not known"),
        ("db", "autodelay", "a delayed automatic start exists on Windows only"),
        ("idle", "auto", "idle stays manual: its definition says so"),
    ] {
        let refused = stage.daemons.control(name, action).await.unwrap_err();
        assert_eq!(refused.to_string(), reason);
    }
    let refused = stage.daemons.control("protected", "stop").await.unwrap_err().to_string();
    assert!(refused.ends_with("Boot-out failed: 150: Operation not permitted"), "{refused}");
}

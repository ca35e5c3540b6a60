//! A fake systemctl that keeps its services in files.

use tempfile::TempDir;

use super::*;
use crate::tests::fake_program::write_program;

const FAKE_SYSTEMCTL: &str = r#"#!/bin/sh
cd "${0%/*}"
shift 2
echo "$*" >> calls
verb=$1
for last; do :; done
case $verb in
list-units) printf 'ssh.service loaded active running SSH\n● bad.service not-found inactive dead x\n' ;;
list-unit-files) printf 'cron.service enabled enabled\nsshd.service alias -\ngetty@.service enabled -\n' ;;
show)
    while [ "$1" != -- ]; do shift; done
    shift
    for unit; do
        load=loaded id=$unit
        case $unit in bad.service|none.service) load=not-found ;; sshd.service) id=ssh.service ;; esac
        printf 'Id=%s\nDescription=The %s\nLoadState=%s\n' "$id" "$id" "$load"
        printf 'ActiveState=%s\nUnitFileState=%s\nMainPID=7\n\n' \
            "$(cat active 2>/dev/null || echo inactive)" "$(cat enabled 2>/dev/null || echo static)"
    done ;;
start) echo active > active ;;
stop) echo 'Failed to stop: access denied' >&2; exit 4 ;;
enable) [ "$last" = static.service ] || echo enabled > enabled ;;
disable) echo disabled > enabled ;;
mask) echo masked > enabled ;;
esac
"#;

async fn fake_systemctl() -> (TempDir, Systemctl) {
    let folder = tempfile::tempdir().unwrap();
    let program = write_program(folder.path(), "systemctl", FAKE_SYSTEMCTL).await;
    (folder, Systemctl { program })
}

fn unit(name: &str) -> UnitName {
    UnitName::parse(name).unwrap()
}

#[tokio::test]
async fn services_are_listed_once_and_those_that_are_not_there_are_left_out() {
    let (_folder, systemctl) = fake_systemctl().await;
    let services = systemctl.list().await.unwrap();
    let names: Vec<&str> = services.iter().map(|service| service.name.as_str()).collect();
    assert_eq!(names, ["cron.service", "ssh.service"]);
    assert_eq!(services[1].display_name, "The ssh.service");
}

#[tokio::test]
async fn a_service_that_is_not_there_is_none() {
    let (_folder, systemctl) = fake_systemctl().await;
    assert_eq!(systemctl.find(&unit("none")).await, Ok(None));
    let found = systemctl.find(&unit("sshd")).await.unwrap().unwrap();
    assert_eq!((found.name.as_str(), found.status.as_str()), ("ssh.service", "stopped"));
}

#[tokio::test]
async fn each_action_has_its_verbs() {
    let (folder, systemctl) = fake_systemctl().await;
    systemctl.control(&unit("ssh"), "start").await.unwrap();
    assert_eq!(systemctl.read(&unit("ssh")).await.unwrap().status, "running");
    for (action, verbs) in [
        ("start", vec!["start"]),
        ("restart", vec!["restart"]),
        ("auto", vec!["unmask", "enable"]),
        ("manual", vec!["unmask", "disable"]),
        ("disabled", vec!["mask"]),
    ] {
        std::fs::write(folder.path().join("calls"), "").unwrap();
        systemctl.control(&unit("ssh"), action).await.unwrap();
        let calls = std::fs::read_to_string(folder.path().join("calls")).unwrap();
        let called: Vec<&str> = calls.lines().filter(|line| !line.starts_with("show")).collect();
        let expected: Vec<String> =
            verbs.iter().map(|verb| format!("{verb} --quiet -- ssh.service")).collect();
        assert_eq!(called, expected, "{action}");
    }
}

#[tokio::test]
async fn what_cannot_be_done_is_said() {
    let (_folder, systemctl) = fake_systemctl().await;
    let refusal = async |name: &str, action: &str| {
        systemctl.control(&unit(name), action).await.unwrap_err().to_string()
    };
    assert_eq!(refusal("none", "start").await, "there is no service none.service");
    assert_eq!(refusal("ssh", "stop").await, "systemctl: Failed to stop: access denied");
    assert_eq!(refusal("ssh", "dance").await, "service action dance is not known");
    assert_eq!(refusal("static", "auto").await, "static.service stays manual: others start it");
    assert_eq!(
        refusal("ssh", "autodelay").await,
        "a delayed automatic start exists on Windows only"
    );
}

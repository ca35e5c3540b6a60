//! Programs that stand in for those of OpenRC, beside files as it keeps them.

use std::os::unix::fs::symlink;

use tempfile::TempDir;

use super::*;
use crate::tests::fake_program::write_program;

const RC_STATUS: &str = r#"#!/bin/sh
cat "${0%/*}/state" 2>/dev/null || echo ' cron    [  stopped  ]'
echo ' muster-agent    [  started 00:00:12 (2)  ]'
echo ' gone    [  stopped  ]'
"#;

const RC_SERVICE: &str = r#"#!/bin/sh
cd "${0%/*}"
echo "$*" >> calls
case "$3" in
start) echo ' cron    [  started  ]' > state ;;
stop) printf ' * cron: caught an error\n * ERROR: cron failed to stop\n' >&2; exit 1 ;;
esac
"#;

const RC_UPDATE: &str = r#"#!/bin/sh
cd "${0%/*}/root/etc/runlevels"
echo "$*" >> ../../../calls
verb=$3 name=$4
shift 4
for level; do
    case $verb in
    add) [ "$name" = stubborn ] || ln -s "../../init.d/$name" "$level/$name" ;;
    delete) rm "$level/$name" ;;
    esac
done
"#;

const CRON: &str = "#!/sbin/openrc-run\ndescription=\"Cron daemon\"\n\
    command=\"/usr/sbin/crond\"\ncommand_user=\"cron:cron\"\n";

async fn machine() -> (TempDir, OpenRc) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    for (name, script) in
        [("rc-status", RC_STATUS), ("rc-service", RC_SERVICE), ("rc-update", RC_UPDATE)]
    {
        write_program(folder.path(), name, script).await;
    }
    for made in ["init.d", "runlevels/boot", "runlevels/default", "runlevels/shutdown"] {
        fs::create_dir_all(root.join("etc").join(made)).unwrap();
    }
    fs::write(root.join("etc/init.d/cron"), CRON).unwrap();
    fs::write(root.join("etc/init.d/muster-agent"), "#!/sbin/openrc-run\n").unwrap();
    let options = root.join("run/openrc/options/muster-agent");
    fs::create_dir_all(&options).unwrap();
    fs::write(options.join("child_pid"), "812").unwrap();
    let programs = format!("{}/", folder.path().display());
    (folder, OpenRc { programs, root })
}

fn name(text: &str) -> ScriptName {
    ScriptName::parse(text).unwrap()
}

fn calls(folder: &TempDir) -> String {
    let path = folder.path().join("calls");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let _ = fs::remove_file(path);
    text
}

#[tokio::test]
async fn services_are_what_their_scripts_and_their_states_say() {
    let (_folder, openrc) = machine().await;
    symlink("/etc/init.d/cron", openrc.root.join("etc/runlevels/boot/cron")).unwrap();
    let level = openrc.root.join("etc/runlevels/shutdown/muster-agent");
    symlink("/etc/init.d/muster-agent", level).unwrap();
    let cron = Service {
        name: "cron".to_owned(),
        display_name: "Cron daemon".to_owned(),
        status: "stopped".to_owned(),
        start_type: "auto".to_owned(),
        autodelay: false,
        pid: 0,
        username: "cron".to_owned(),
        binpath: "/usr/sbin/crond".to_owned(),
        description: "Cron daemon".to_owned(),
    };
    let agent = Service {
        name: "muster-agent".to_owned(),
        display_name: "muster-agent".to_owned(),
        status: "running".to_owned(),
        start_type: "manual".to_owned(),
        pid: 812,
        username: "root".to_owned(),
        ..Service::default()
    };
    assert_eq!(openrc.list().await, Ok(vec![cron.clone(), agent]));
    assert_eq!(openrc.find(&name("cron")).await, Ok(Some(cron)));
    assert_eq!(openrc.find(&name("none")).await, Ok(None));
}

#[tokio::test]
async fn a_service_in_a_stacked_runlevel_starts_with_the_system() {
    let (_folder, openrc) = machine().await;
    let levels = openrc.root.join("etc/runlevels");
    fs::create_dir(levels.join("office")).unwrap();
    symlink("../../init.d/cron", levels.join("office/cron")).unwrap();
    assert_eq!(openrc.read(&name("cron")).await.unwrap().start_type, "manual");
    symlink("../office", levels.join("default/office")).unwrap();
    assert_eq!(openrc.read(&name("cron")).await.unwrap().start_type, "auto");
}

#[tokio::test]
async fn the_process_of_a_daemon_is_the_one_it_wrote_down() {
    let (folder, openrc) = machine().await;
    let daemon = openrc.root.join("run/openrc/daemons/cron");
    fs::create_dir_all(&daemon).unwrap();
    fs::write(daemon.join("001"), "exec=/usr/sbin/crond\nargv_0=x\npidfile=/run/cron.pid\n")
        .unwrap();
    fs::write(openrc.root.join("run/cron.pid"), "77\n").unwrap();
    assert_eq!(openrc.read(&name("cron")).await.unwrap().pid, 0);
    openrc.control(&name("cron"), "start").await.unwrap();
    assert_eq!(openrc.read(&name("cron")).await.unwrap().pid, 77);
    assert_eq!(calls(&folder), "--nocolor cron start\n");
}

#[tokio::test]
async fn a_start_type_is_changed_where_it_is_another() {
    let (folder, openrc) = machine().await;
    openrc.control(&name("cron"), "manual").await.unwrap();
    assert_eq!(calls(&folder), "");
    openrc.control(&name("cron"), "auto").await.unwrap();
    assert_eq!(calls(&folder), "--nocolor --quiet add cron default\n");
    openrc.control(&name("cron"), "auto").await.unwrap();
    assert_eq!(calls(&folder), "");
    symlink("../../init.d/cron", openrc.root.join("etc/runlevels/boot/cron")).unwrap();
    openrc.control(&name("cron"), "manual").await.unwrap();
    assert_eq!(calls(&folder), "--nocolor --quiet delete cron boot default\n");
}

#[tokio::test]
async fn what_cannot_be_done_is_said() {
    let (folder, openrc) = machine().await;
    let stubborn = " stubborn    [  started  ]\n cron    [  started  ]\n";
    fs::write(folder.path().join("state"), stubborn).unwrap();
    fs::write(openrc.root.join("etc/init.d/stubborn"), "").unwrap();
    let refusal = async |service: &str, action: &str| {
        openrc.control(&name(service), action).await.unwrap_err().to_string()
    };
    assert_eq!(refusal("none", "start").await, "there is no service none");
    assert_eq!(refusal("gone", "start").await, "there is no service gone");
    assert_eq!(
        refusal("cron", "stop").await,
        "rc-service: cron: caught an error; ERROR: cron failed to stop"
    );
    assert_eq!(refusal("cron", "dance").await, "service action dance is not known");
    assert_eq!(refusal("stubborn", "auto").await, "stubborn stays manual");
    assert_eq!(
        refusal("cron", "disabled").await,
        "OpenRC keeps no service from being started: `manual` only takes it out of the start of \
         the system"
    );
    assert_eq!(
        refusal("cron", "autodelay").await,
        "a delayed automatic start exists on Windows only"
    );
}

//! What sessions leave in the table of processes.

use std::fs;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::proc_files;
use crate::remote_viewer::RemoteViewer;
use crate::waiting::{until, until_true};

/// The number of the process that serves a session.
pub async fn helper_of(session: &str) -> u32 {
    let argument = format!("remote-helper\0{session}\0");
    until("the session has a helper", async || {
        proc_files::with_argument(&argument).first().copied()
    })
    .await
}

/// Kills a process without warning.
pub fn kill9(process: u32) {
    let pid = Pid::from_raw(i32::try_from(process).expect("a process id"));
    kill(pid, Signal::SIGKILL).expect("it lives");
}

/// The number of the process that a viewer types into, which it prints.
pub async fn shell_of(viewer: &mut RemoteViewer) -> u32 {
    // What is typed is printed as well, and must not be taken for the answer.
    viewer.output.clear();
    viewer.type_text("echo shell=$$ o''ver\n").await;
    viewer.read_until(" over\r\n").await;
    let text = viewer.text();
    let (_, number) = text.rsplit_once("shell=").expect("it was printed");
    let (number, _) = number.split_once(' ').expect("it was printed");
    number.parse().unwrap_or_else(|_| panic!("{number:?} is no number: {text}"))
}

/// The living processes of a session, its helper among them: all carry its mark.
pub fn processes_of(session: &str) -> Vec<u32> {
    let mark = format!("MUSTER_RUN_ID={session}\0");
    let folder = fs::read_dir("/proc").expect("there is a /proc");
    let ids = folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| environment(*id).contains(&mark)).collect()
}

/// Waits until no process of a session lives.
pub async fn nothing_is_left_of(session: &str) {
    until_true("nothing of the session is left", || processes_of(session).is_empty()).await;
}

/// Empty for a process that is gone, and for one that is dead but not yet
/// collected.
fn environment(process: u32) -> String {
    let bytes = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

//! Programs that a test writes itself, to stand in for those of a system.
#![cfg(unix)]

use std::path::Path;

use tokio::process::Command;

/// Writes a program and returns its path.
///
/// Another program makes the file: one that this process had open, and a test
/// beside this one copied when it started a process, is too busy to run.
pub async fn write_program(folder: &Path, name: &str, script: &str) -> String {
    let (text, program) = (folder.join(format!("{name}.text")), folder.join(name));
    std::fs::write(&text, script).unwrap();
    let mut install = Command::new("install");
    install.args(["-m", "700", "--"]).arg(&text).arg(&program);
    assert!(install.status().await.unwrap().success());
    program.to_str().unwrap().to_owned()
}

//! What is on the command line, and what is in files.

use super::*;
use crate::os::windows::shells::language::interpreter_at;

const FOLDER: &str = r"C:\data\script";

fn command(program: &str, text: &str) -> Call {
    of_command(&interpreter_at(Path::new(program)), text, Path::new(FOLDER)).unwrap()
}

fn script(program: &str, code: &str, arguments: &[&str]) -> Result<Call, Problem> {
    let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
    of_script(&interpreter_at(Path::new(program)), code, &arguments, Path::new(FOLDER))
}

fn words(call: &Call) -> Vec<&str> {
    call.arguments.iter().map(|word| word.to_str().unwrap()).collect()
}

fn files(call: &Call) -> Vec<(&str, &str)> {
    call.files.iter().map(|(name, content)| (*name, str::from_utf8(content).unwrap())).collect()
}

#[test]
fn a_short_command_is_on_the_command_line() {
    for (program, text, expected) in [
        ("cmd.exe", "echo \"a\" %PATH%\r\n", ["/d", "/s", "/c", "echo \"a\" %PATH%"].as_slice()),
        ("python.exe", "print(1)\nprint(2)", &["-X", "utf8", "-c", "print(1)\nprint(2)"]),
        ("nu.exe", "ls", &["-c", "ls"]),
        ("deno.exe", "1", &["eval", "1"]),
        ("other.exe", "x", &["-c", "x"]),
    ] {
        let call = command(program, text);
        assert_eq!((words(&call), files(&call)), (expected.to_vec(), vec![]), "{program}");
    }
    let call = command("powershell.exe", "Get-Date");
    let options = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-Command"];
    assert_eq!(words(&call)[..5], options);
    assert!(call.arguments.len() == 6 && words(&call)[5].contains("; Get-Date\n"));
}

#[test]
fn a_long_command_and_one_of_several_lines_are_in_a_file() {
    let call = command("cmd.exe", "echo a\necho b\n");
    let path = r#""C:\data\script\script.bat""#;
    assert_eq!(words(&call), ["/q", "/d", "/s", "/c", path]);
    assert_eq!(files(&call), [("script.bat", "echo a\r\necho b")]);

    let call = command("bash.exe", "echo a\r\necho b");
    assert_eq!(words(&call), [r"C:\data\script\script.sh"]);
    assert_eq!(files(&call), [("script.sh", "echo a\necho b")]);

    let long = format!("# {}", "x".repeat(8_000));
    let call = command("python.exe", &long);
    assert_eq!(words(&call), ["-X", "utf8", r"C:\data\script\script.py"]);
    assert_eq!(files(&call), [("script.py", long.as_str())]);
    let call = command("pwsh.exe", &long);
    assert_eq!(words(&call)[4..], ["-File", r"C:\data\script\script.ps1"]);
    assert!(files(&call)[0].1.starts_with('\u{feff}'));
}

#[test]
fn the_arguments_of_a_script_are_on_the_command_line_where_that_is_exact() {
    let call = script("python.exe", "x\r\n", &["a b", "", "\""]).unwrap();
    assert_eq!(words(&call), ["-X", "utf8", r"C:\data\script\script.py", "a b", "", "\""]);
    assert_eq!(files(&call), [("script.py", "x\r\n")]);

    let call = script("cmd.exe", "@echo off\n", &["a b", "c"]).unwrap();
    assert_eq!(words(&call)[3], r#""C:\data\script\script.bat" "a b" c"#);
    let refusal = script("cmd.exe", "x", &["50%"]).unwrap_err().to_string();
    assert!(refusal.starts_with("argument 1 has a percent sign, which"), "{refusal}");
}

#[test]
fn other_arguments_are_in_a_file() {
    let call = script("powershell.exe", "$args", &["-Name", "\u{feff}x", ""]).unwrap();
    assert_eq!(words(&call)[4..], ["-File", r"C:\data\script\run.ps1"]);
    let found = files(&call);
    assert_eq!((found[0].0, found[0].1), ("script.ps1", "\u{feff}$args"));
    assert_eq!(found[1], ("run.ps1", RUN_POWERSHELL.1));
    assert_eq!(found[2], ("arguments", "arguments\0-Name\0\u{feff}x\0\0"));

    let call = script("sh.exe", "echo \"$1\"\r\n", &["a"]).unwrap();
    assert_eq!(words(&call), [r"C:\data\script\run.sh"]);
    assert_eq!(files(&call)[0], ("script.sh", "echo \"$1\"\n"));

    let long = "x".repeat(100_000);
    let call = script("python.exe", "x", &[&long]).unwrap();
    assert_eq!(words(&call), ["-X", "utf8", r"C:\data\script\run.py"]);
    assert_eq!(files(&call)[2].1, format!("arguments\0{long}\0"));
}

#[test]
fn our_own_scripts_need_no_code_page() {
    for (name, code) in [RUN_PYTHON, RUN_POWERSHELL, RUN_UNIX] {
        assert!(code.is_ascii(), "{name}");
    }
}

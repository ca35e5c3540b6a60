//! Settings that must be consistent.

use crate::domain::settings::CoreSettings;
use crate::error::{Problems, add_problem};

/// The problems of settings that are not consistent.
///
/// A secret stays only as long as it goes where it was meant to: otherwise a
/// caller who may not read the password of the mail server would have it sent to
/// one of their own.
pub fn must_fit(old: &CoreSettings, settings: &CoreSettings, entered: &[&str]) -> Problems {
    let shells = [
        ("windows", &settings.default_shell_windows, &settings.default_shell_windows_custom),
        ("linux", &settings.default_shell_linux, &settings.default_shell_linux_custom),
        ("darwin", &settings.default_shell_darwin, &settings.default_shell_darwin_custom),
    ];
    let mut problems = Problems::new();
    for (platform, shell, program) in shells {
        if shell == "custom" && program.trim().is_empty() {
            let field = format!("default_shell_{platform}_custom");
            add_problem(
                &mut problems,
                field,
                format!("default_shell_{platform} is custom: name it"),
            );
        }
    }
    for name in settings.moved_secrets(old) {
        if !entered.contains(&name) {
            let sentence = "enter it again: it was for another server or user";
            add_problem(&mut problems, name, sentence);
        }
    }
    problems
}

//! Settings that must be consistent.

use crate::domain::settings::CoreSettings;
use crate::error::{Problems, add_problem};

/// The problems of settings that are not consistent.
pub fn must_fit(settings: &CoreSettings) -> Problems {
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
    if settings.block_local_user_logon && !settings.sso_enabled {
        let sentence = "nobody could log in: sso_enabled is false";
        add_problem(&mut problems, "block_local_user_logon", sentence);
    }
    problems
}

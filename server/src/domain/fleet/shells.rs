//! What can run a command: a shell by name, or a program by path.

/// Shells with a name.
pub const SHELLS: &[&str] = &["cmd", "powershell", "bash", "sh", "shell", "python"];

/// Whether this is the name of a shell, or a path.
pub fn is_shell_or_path(text: &str) -> bool {
    SHELLS.contains(&text) || is_absolute(text)
}

/// Whether this is an absolute path on any platform: the agent knows which one
/// it is.
pub fn is_absolute(path: &str) -> bool {
    let mut letters = path.chars();
    let drive = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.next() == Some(':')
        && matches!(letters.next(), Some('\\' | '/'));
    path.len() <= 512 && (drive || path.starts_with('/'))
}

/// The problem with any other text.
pub fn shell_or_path_problem() -> String {
    format!("must be one of {} or an absolute path", SHELLS.join(", "))
}

//! The shell that is used on an agent where none is named.

use crate::domain::settings::CoreSettings;

/// The agent's own default shell, or that of its platform for the whole
/// installation: a name such as `bash`, or the path of a program.
pub fn effective_shell(own: &str, own_custom: &str, plat: &str, settings: &CoreSettings) -> String {
    let (shell, custom) = match (own, plat) {
        ("use_global", "windows") => {
            (settings.default_shell_windows.as_str(), &*settings.default_shell_windows_custom)
        }
        ("use_global", "darwin") => {
            (settings.default_shell_darwin.as_str(), &*settings.default_shell_darwin_custom)
        }
        ("use_global", _) => {
            (settings.default_shell_linux.as_str(), &*settings.default_shell_linux_custom)
        }
        _ => (own, own_custom),
    };
    if shell == "custom" { custom.trim().to_owned() } else { shell.to_owned() }
}

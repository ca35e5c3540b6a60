//! What the person at the computer sees: a message before a restart, and about remote sessions
//! nothing yet.

use std::process::Stdio;

use super::accounts::console_user;
use crate::os::plain_text::plain_text;
use crate::os::tool::tool;

pub use crate::os::no_notice::{Notice, ask, show};

/// A dialog with the text of the argument, which goes by itself after ten minutes.
const SCRIPT: [&str; 3] = [
    "on run argv",
    "display dialog (item 1 of argv) with icon caution buttons {\"OK\"} default button 1 \
     giving up after 600",
    "end run",
];

/// Shows a text to the person at the screen, and waits for nobody. Terminals get the line of
/// `shutdown`.
pub async fn announce(text: &str) {
    let Some(user) = console_user() else { return };
    let arguments = dialog(user.uid.as_raw(), &plain_text(text));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut dialog = tool("launchctl", &arguments);
    dialog.stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(false);
    if let Err(error) = dialog.spawn() {
        tracing::warn!(%error, "a message is not shown");
    }
}

/// What `launchctl` is called with: the dialog has to be in the session of the person.
fn dialog(uid: u32, text: &str) -> Vec<String> {
    let uid = uid.to_string();
    let mut arguments = vec!["asuser", &uid, "osascript"];
    arguments.extend(SCRIPT.iter().flat_map(|line| ["-e", line]));
    // Whatever the text begins with, it is no option.
    arguments.extend(["--", text]);
    arguments.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_an_argument_of_the_dialog_and_never_a_part_of_its_script() {
        let text = "-e \"do shell script\"";
        let arguments = dialog(501, text);
        assert_eq!(arguments[..3], ["asuser", "501", "osascript"]);
        assert_eq!(arguments.last().unwrap(), text);
        assert_eq!(arguments[arguments.len() - 2], "--");
        assert_eq!(arguments.iter().filter(|word| word.contains("do shell")).count(), 1);
        assert_eq!(arguments.iter().filter(|word| *word == "-e").count(), SCRIPT.len());
    }
}

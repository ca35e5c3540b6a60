//! What the exit code of a package manager means.

use muster_protocol::Stream;

use crate::run::Stage;

/// An exit code, understood.
#[derive(Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The return code of the run: 0 for every kind of success.
    pub code: i32,
    /// A sentence for people; empty where the code needs none.
    pub sentence: String,
}

impl Meaning {
    /// It worked, and there is more to say or not.
    pub fn success(sentence: &str) -> Self {
        Self { code: 0, sentence: sentence.to_owned() }
    }

    /// It did not work.
    pub fn failure(code: i32, sentence: String) -> Self {
        Self { code, sentence }
    }

    /// Adds the sentence to the run's output: of a failure to `failures`.
    pub fn report(&self, stage: &mut Stage<'_>, failures: Stream) {
        if self.sentence.is_empty() {
            return;
        }
        match self.code {
            0 => stage.print_line(&self.sentence),
            _ => stage.print(failures, &format!("{}\n", self.sentence)),
        }
    }
}

/// Numbers of errors of Windows and of installers, as people know them: large
/// ones in hexadecimal.
pub fn number(code: i32) -> String {
    if code < 0 { format!("0x{:08X}", code.cast_unsigned()) } else { code.to_string() }
}

/// What installers answer by agreement, whichever manager starts them.
pub fn installer_words(code: i32) -> Option<&'static str> {
    Some(match code {
        1601 => "Windows Installer cannot be reached",
        1602 => "somebody cancelled the installation",
        1603 => "the installer failed",
        1605 => "this program is not installed",
        1618 => "another installation is in progress",
        1619 | 1620 => "the installer's package cannot be opened",
        1625 => "a policy of this computer forbids the installation",
        1633 => "the package is for another kind of processor",
        1638 => "another version is installed already",
        _ => return None,
    })
}

//! What this computer's own settings forbid, whatever a server says: `remote.toml` in the
//! data directory.
//!
//! ```toml
//! terminal = "never"   # nobody gets a shell here
//! screen = "ask"       # the person at the computer is asked each time
//! files = "allowed"    # as the server says; the same as no line
//! ```

use std::io::ErrorKind;

use muster_remote::Kind;

use crate::data_dir::DataDir;

/// What the settings say of one kind of session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Veto {
    /// It is never opened.
    Never,
    /// The person at the computer is asked.
    Ask,
    /// The server decides.
    Allowed,
}

/// What they say of every kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vetoes([Veto; Kind::ALL.len()]);

impl Vetoes {
    /// Reads the settings as they are now. Nothing is opened when they cannot be
    /// understood: they were written to forbid something.
    pub fn read(data: &DataDir) -> Self {
        let path = data.remote_settings_file();
        let parsed = match std::fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Self::of_all(Veto::Allowed);
            }
            Err(error) => Err(error.to_string()),
        };
        parsed.unwrap_or_else(|reason| {
            let path = path.display();
            tracing::error!(%path, reason, "no remote session is opened: the settings are wrong");
            Self::of_all(Veto::Never)
        })
    }

    /// What they say of a kind.
    pub fn of(&self, kind: Kind) -> Veto {
        let place = Kind::ALL.iter().position(|known| *known == kind);
        place.map_or(Veto::Never, |place| self.0[place])
    }

    fn of_all(veto: Veto) -> Self {
        Self([veto; Kind::ALL.len()])
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut vetoes = Self::of_all(Veto::Allowed);
        let mut known = [false; Kind::ALL.len()];
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = || format!("line {} is not understood", number + 1);
            let (place, veto) = parse_line(line).ok_or_else(wrong)?;
            if std::mem::replace(&mut known[place], true) {
                return Err(format!("line {} says something a second time", number + 1));
            }
            vetoes.0[place] = veto;
        }
        Ok(vetoes)
    }
}

/// Which kind a line is about, and what it says.
fn parse_line(line: &str) -> Option<(usize, Veto)> {
    let (name, value) = line.split_once('=')?;
    let place = Kind::ALL.iter().position(|kind| kind.as_str() == name.trim())?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let veto = match value {
        "never" => Veto::Never,
        "ask" => Veto::Ask,
        "allowed" => Veto::Allowed,
        _ => return None,
    };
    Some((place, veto))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> [Veto; 4] {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path());
        std::fs::write(data.remote_settings_file(), text).unwrap();
        let vetoes = Vetoes::read(&data);
        Kind::ALL.map(|kind| vetoes.of(kind))
    }

    #[test]
    fn without_settings_the_server_decides() {
        let folder = tempfile::tempdir().unwrap();
        let vetoes = Vetoes::read(&DataDir::at(folder.path()));
        assert_eq!(vetoes, Vetoes::of_all(Veto::Allowed));
        assert_eq!(read("# nothing\r\n\r\n"), [Veto::Allowed; 4]);
    }

    #[test]
    fn each_kind_has_its_own_line() {
        let text = "\u{feff}terminal = \"never\"\r\n  screen=\"ask\" # as agreed\r\n\
                    files = \"allowed\"\r\n";
        assert_eq!(read(text), [Veto::Never, Veto::Allowed, Veto::Ask, Veto::Allowed]);
    }

    #[test]
    fn what_is_not_understood_forbids_everything() {
        for text in [
            "terminal = never",
            "terminal = \"Never\"",
            "terminal \"never\"",
            "terminals = \"never\"",
            "[remote]\nterminal = \"allowed\"",
            "files = \"ask\"\nfiles = \"allowed\"",
            "files = 'ask'",
            "files = \"ask\" terminal = \"ask\"",
        ] {
            assert_eq!(read(text), [Veto::Never; 4], "{text}");
        }
    }

    #[test]
    fn settings_that_cannot_be_read_forbid_everything() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path());
        std::fs::write(data.remote_settings_file(), b"terminal = \"\xff\"").unwrap();
        assert_eq!(Vetoes::read(&data), Vetoes::of_all(Veto::Never));
    }

    proptest! {
        #[test]
        fn a_damaged_line_never_allows_more(line in "\\PC{0,30}") {
            let text = format!("terminal = \"never\"\n{line}\n");
            prop_assert_eq!(read(&text)[0], Veto::Never);
        }
    }
}

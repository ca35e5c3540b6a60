//! What a helper has to do, and how its command line says so.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

const RESTART: &str = "helper-restart";
const REMOVE: &str = "helper-remove";
const SERVICE: &str = "service";
const PROGRAM: &str = "program";

/// What a helper has to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Task {
    Restart(Restart),
    Remove(Removal),
}

/// Starting the agent again.
#[derive(Debug, PartialEq, Eq)]
pub struct Restart {
    /// The process whose end is waited for.
    pub after: u32,
    /// Whether the service is started, and not the program with its arguments.
    pub is_service: bool,
    pub program: PathBuf,
    /// What is put back when the program is not there or does not start.
    pub fallback: Option<PathBuf>,
    pub arguments: Vec<OsString>,
}

/// Removing a program.
#[derive(Debug, PartialEq, Eq)]
pub struct Removal {
    /// The process whose end is waited for.
    pub after: u32,
    pub program: PathBuf,
}

impl Task {
    /// The arguments that `of` reads.
    pub fn to_arguments(&self) -> Vec<OsString> {
        match self {
            Self::Restart(restart) => {
                let kind = if restart.is_service { SERVICE } else { PROGRAM };
                let after = restart.after.to_string();
                let mut words: Vec<OsString> = vec![RESTART.into(), after.into(), kind.into()];
                words.push(restart.program.clone().into());
                words.push(restart.fallback.clone().unwrap_or_default().into());
                words.extend(restart.arguments.iter().cloned());
                words
            }
            Self::Remove(removal) => {
                let after = removal.after.to_string();
                vec![REMOVE.into(), after.into(), removal.program.clone().into()]
            }
        }
    }

    /// The task of a helper with these arguments; none when it is no helper.
    pub fn of(arguments: &[OsString]) -> Option<Self> {
        let (what, rest) = arguments.split_first()?;
        let (after, rest) = rest.split_first()?;
        let after = after.to_str()?.parse().ok()?;
        match rest {
            [kind, program, fallback, arguments @ ..] if what == RESTART => {
                let fallback = Some(fallback).filter(|path| !path.is_empty()).map(PathBuf::from);
                let (program, arguments) = (PathBuf::from(program), arguments.to_vec());
                let is_service = kind == OsStr::new(SERVICE);
                Some(Self::Restart(Restart { after, is_service, program, fallback, arguments }))
            }
            [program] if what == REMOVE => {
                Some(Self::Remove(Removal { after, program: program.into() }))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_helper_reads_what_it_was_given() {
        let restart = |is_service, fallback: Option<&str>| {
            let arguments = ["run", "--data", "C:\\my data"].map(OsString::from).to_vec();
            let (program, fallback) = (PathBuf::from("C:\\a b.exe"), fallback.map(PathBuf::from));
            Task::Restart(Restart { after: 7, is_service, program, fallback, arguments })
        };
        let tasks = [
            restart(true, Some("C:\\a b.exe.old")),
            restart(false, None),
            Task::Remove(Removal { after: 7, program: "C:\\a.exe".into() }),
        ];
        for task in tasks {
            assert_eq!(Task::of(&task.to_arguments()), Some(task));
        }
    }

    #[test]
    fn other_command_lines_are_no_tasks() {
        for line in ["", "run", "run --data 7 a b", "helper-restart x program a b"] {
            let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            assert_eq!(Task::of(&words), None, "{line}");
        }
        let words = ["helper-remove", "7"].map(OsString::from);
        assert_eq!(Task::of(&words), None);
    }
}

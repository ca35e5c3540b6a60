//! The first line of a script, when it says which program reads the rest.

use std::path::{Path, PathBuf};

use super::CannotStart;
use crate::os::programs::{find_program, is_program};

/// The program that a script's first line names, as the kernel would read it.
#[derive(Debug, PartialEq)]
pub struct Shebang<'a> {
    pub program: &'a str,
    /// All that follows it, which is one argument.
    pub argument: Option<&'a str>,
}

impl<'a> Shebang<'a> {
    /// Reads the first line of a script; none when it names no program.
    pub fn parse(code: &'a str) -> Option<Self> {
        let line = code.strip_prefix("#!")?.lines().next()?.trim_matches([' ', '\t']);
        let (program, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let argument = Some(rest.trim_start_matches([' ', '\t'])).filter(|rest| !rest.is_empty());
        (!program.is_empty()).then_some(Self { program, argument })
    }

    /// Finds the program, or says what is missing.
    pub fn find(&self) -> Result<PathBuf, CannotStart> {
        let program = match self.program.contains('/') {
            true => Some(PathBuf::from(self.program)).filter(|path| is_program(path)),
            // The kernel would look in the current folder only.
            false => find_program(self.program),
        };
        let missing = |name| CannotStart(format!("the script needs {name}, which is not there"));
        let program = program.ok_or_else(|| missing(self.program))?;
        match self.looked_up_by_env() {
            Some(name) if find_program(name).is_none() => Err(missing(name)),
            _ => Ok(program),
        }
    }

    /// The name that `env` will look for: it would start, and then fail.
    fn looked_up_by_env(&self) -> Option<&'a str> {
        let is_env = Path::new(self.program).file_name().is_some_and(|name| name == "env");
        let argument = self.argument.filter(|_| is_env)?;
        let name = match argument.strip_prefix("-S") {
            Some(words) => words.split_ascii_whitespace().next()?,
            None => argument,
        };
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte);
        (!name.starts_with('-') && name.bytes().all(is_plain)).then_some(name)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_first_line_is_read_as_the_kernel_does() {
        for (code, expected) in [
            ("#!/bin/sh\necho", Some(("/bin/sh", None))),
            ("#! /bin/sh\n", Some(("/bin/sh", None))),
            ("#!/bin/bash -eu -o pipefail \n", Some(("/bin/bash", Some("-eu -o pipefail")))),
            ("#!/usr/bin/env\tpython3", Some(("/usr/bin/env", Some("python3")))),
            ("#!\n/bin/sh", None),
            ("#!", None),
            ("# !/bin/sh", None),
            ("echo #!/bin/sh", None),
            ("", None),
        ] {
            let parsed = Shebang::parse(code).map(|line| (line.program, line.argument));
            assert_eq!(parsed, expected, "{code:?}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        for (code, missing) in [
            ("#!/no/such/program -x", "/no/such/program"),
            ("#!/usr/bin/env no-such-program", "no-such-program"),
            ("#!/usr/bin/env -S no-such-program -x", "no-such-program"),
            ("#!no-such-program", "no-such-program"),
        ] {
            let refusal = Shebang::parse(code).unwrap().find().unwrap_err().to_string();
            assert_eq!(refusal, format!("the script needs {missing}, which is not there"));
        }
        for code in ["#!/bin/sh", "#!sh", "#!/usr/bin/env sh", "#!/usr/bin/env -S A=1 sh"] {
            assert!(Shebang::parse(code).unwrap().find().is_ok(), "{code}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_a_first_line_or_none(code in "(#!)?\\PC*") {
            let parsed = Shebang::parse(&code);
            prop_assert!(parsed.is_none_or(|line| !line.program.is_empty()));
        }
    }
}

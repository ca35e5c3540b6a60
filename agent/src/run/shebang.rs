//! The first line of a script, when it says which program reads the rest.

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

    proptest! {
        #[test]
        fn any_text_has_a_first_line_or_none(code in "(#!)?\\PC*") {
            let parsed = Shebang::parse(&code);
            prop_assert!(parsed.is_none_or(|line| !line.program.is_empty()));
        }
    }
}

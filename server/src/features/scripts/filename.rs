//! The name a script has as a file.

use super::script::ScriptItem;

/// File name with the extension of the shell, exactly once.
///
/// Derived from the stored file name, or from the script's name with everything
/// replaced that some system does not allow in file names.
pub fn file_name(script: &ScriptItem) -> String {
    let extension = extension(&script.shell);
    let base =
        if script.filename.is_empty() { safe(&script.name) } else { script.filename.clone() };
    let mut stem = base.as_str();
    while let Some(shorter) = without(stem, extension) {
        stem = shorter;
    }
    let stem = if stem.is_empty() { "script" } else { stem };
    format!("{stem}.{extension}")
}

fn extension(shell: &str) -> &'static str {
    match shell {
        "powershell" => "ps1",
        "cmd" => "bat",
        "python" => "py",
        "nushell" => "nu",
        "deno" => "ts",
        _ => "sh",
    }
}

/// The text before `.extension`, in any case, if it ends with that.
fn without<'a>(text: &'a str, extension: &str) -> Option<&'a str> {
    let (stem, last) = text.rsplit_once('.')?;
    last.eq_ignore_ascii_case(extension).then_some(stem)
}

fn safe(name: &str) -> String {
    let letter = |letter: char| match letter {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
        letter if letter.is_control() => '_',
        letter => letter,
    };
    name.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::super::script::Script;
    use super::*;

    #[test]
    fn the_extension_follows_the_shell_and_is_never_doubled() {
        let cases = [
            ("powershell", "", "Fix it", "Fix it.ps1"),
            ("powershell", "fix.ps1", "Fix it", "fix.ps1"),
            ("powershell", "Fix.PS1", "Fix it", "Fix.ps1"),
            ("powershell", "fix.ps1.ps1", "Fix it", "fix.ps1"),
            ("cmd", "", "run.bat", "run.bat"),
            ("python", "a.sh", "x", "a.sh.py"),
            ("shell", "", "a/b: c?", "a_b_ c_.sh"),
            ("nushell", "", "x.", "x..nu"),
            ("deno", ".ts", "x", "script.ts"),
        ];
        for (shell, filename, name, expected) in cases {
            let mut item = Script::empty().item;
            (item.shell, item.filename, item.name) =
                (shell.to_owned(), filename.to_owned(), name.to_owned());
            assert_eq!(file_name(&item), expected);
        }
    }
}

//! How an interpreter is called with a text or with a script and its arguments.

use std::ffi::OsString;
use std::path::Path;

use super::language::Language;
use super::powershell;
use crate::os::windows::batch;
use crate::os::{Call, Interpreter, Problem};

/// A text with more letters than this is run from a file. The shell takes 8191 in a line.
const MAX_INLINE_LETTERS: usize = 7_500;

/// Arguments with more letters than this are passed in a file: with what has to be added
/// to them, a command line has 32767.
const MAX_LINE_LETTERS: usize = 15_000;

/// The file with the arguments of a script.
const ARGUMENTS: &str = "arguments";

/// Calls the script beside it with the arguments in that file.
const RUN_PYTHON: (&str, &str) = ("run.py", include_str!("run.py"));
const RUN_POWERSHELL: (&str, &str) = ("run.ps1", include_str!("run.ps1"));
const RUN_UNIX: (&str, &str) = ("run.sh", include_str!("run.sh"));

type Files = Vec<(&'static str, Vec<u8>)>;

/// A call with the text of a command.
pub fn of_command(interpreter: &Interpreter, text: &str, folder: &Path) -> Result<Call, Problem> {
    let language = Language::of(interpreter);
    let text = match language {
        Language::PowerShell => powershell::command(text),
        // Only a batch file has more than one line.
        Language::Batch => text.trim_end().to_owned(),
        _ => text.to_owned(),
    };
    let fits = text.encode_utf16().count() <= MAX_INLINE_LETTERS;
    let fits = match language {
        Language::Batch => fits && !text.contains(['\r', '\n']),
        // Git's shells take command lines apart in their own way.
        Language::Unix => false,
        _ => fits,
    };
    if fits {
        let arguments = interpreter.before_text.iter().cloned().chain([text.into()]).collect();
        return Ok(Call { arguments, files: Vec::new() });
    }
    let path = folder.join(interpreter.file_name);
    let mut arguments = interpreter.before_file.clone();
    match language {
        Language::Batch => {
            // Else it would print each line before it runs it.
            arguments.insert(0, "/q".into());
            arguments.push(batch::call_text(&path, &text, [])?.into());
        }
        _ => arguments.push(path.into()),
    }
    let files = vec![(interpreter.file_name, file_content(language, &text))];
    Ok(Call { arguments, files })
}

/// A call with a script and its arguments.
pub fn of_script(
    interpreter: &Interpreter,
    code: &str,
    arguments: &[String],
    folder: &Path,
) -> Result<Call, Problem> {
    let language = Language::of(interpreter);
    let files = vec![(interpreter.file_name, file_content(language, code))];
    let before = interpreter.before_file.clone();
    let path = folder.join(interpreter.file_name);
    Ok(match language {
        Language::Batch => {
            let text = batch::call_text(&path, code, arguments.iter().map(String::as_str))?;
            Call { arguments: with(before, [text.into()]), files }
        }
        Language::PowerShell => {
            through(RUN_POWERSHELL, files, arguments, folder, |run| with(before, [run]))
        }
        Language::Unix if !arguments.is_empty() => {
            // It passes its own arguments on: they are the options.
            through(RUN_UNIX, files, arguments, folder, |run| with(vec![run], before))
        }
        Language::Python if !fits_line(arguments) => {
            through(RUN_PYTHON, files, arguments, folder, |run| with(before, [run]))
        }
        _ => {
            let arguments = arguments.iter().map(OsString::from);
            Call { arguments: with(before, [path.into()].into_iter().chain(arguments)), files }
        }
    })
}

/// A call of our own little script, which finds the other one and its arguments beside it.
fn through(
    (name, code): (&'static str, &str),
    mut files: Files,
    arguments: &[String],
    folder: &Path,
    words: impl FnOnce(OsString) -> Vec<OsString>,
) -> Call {
    files.push((name, code.replace("\r\n", "\n").into_bytes()));
    files.push((ARGUMENTS, arguments_file(arguments)));
    Call { arguments: words(folder.join(name).into()), files }
}

/// A name and the arguments, each with a zero at its end. A mark at the beginning of the
/// first argument would be taken for one of the file.
fn arguments_file(arguments: &[String]) -> Vec<u8> {
    let words = [ARGUMENTS].into_iter().chain(arguments.iter().map(String::as_str));
    words.flat_map(|word| [word, "\0"]).collect::<String>().into_bytes()
}

fn with(words: Vec<OsString>, more: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    words.into_iter().chain(more).collect()
}

fn fits_line(arguments: &[String]) -> bool {
    let letters = |argument: &String| argument.encode_utf16().count() + 3;
    arguments.iter().map(letters).sum::<usize>() <= MAX_LINE_LETTERS
}

fn file_content(language: Language, text: &str) -> Vec<u8> {
    match language {
        Language::Batch => batch::file_content(text),
        // Without the mark Windows PowerShell reads another code page.
        Language::PowerShell => format!("\u{feff}{text}").into_bytes(),
        Language::Unix => text.replace("\r\n", "\n").into_bytes(),
        _ => text.as_bytes().to_vec(),
    }
}

#[cfg(test)]
#[path = "calls_tests.rs"]
mod tests;

//! Paths of viewers, most of them hostile.

use proptest::prelude::*;

use super::hostile_below::hostile_below;
use super::hostile_paths::{HOSTILE_UNIX, HOSTILE_WINDOWS};
use super::*;
use crate::remote::files::problem::ProblemCode;

use PathGrammar::{Unix, Windows};

fn read(text: &str, grammar: PathGrammar) -> Option<String> {
    SafePath::parse_as(text, grammar).ok().map(|path| path.to_string())
}

#[test]
fn paths_that_may_be_used_have_one_form() {
    for (grammar, text, expected) in [
        (Unix, "/", "/"),
        (Unix, "/home/ann", "/home/ann"),
        (Unix, "//home///ann/", "/home/ann"),
        (Unix, "/a b/ü/日本", "/a b/ü/日本"),
        (Unix, "/a\nb", "/a\nb"),
        (Unix, "/C:\\Windows", "/C:\\Windows"),
        (Unix, "/...", "/..."),
        (Unix, "/caf\\xe9", "/caf\\xe9"),
        (Unix, "/~/$HOME/*", "/~/$HOME/*"),
        (Windows, "C:\\", "C:\\"),
        (Windows, "c:/Users/Ann", "C:\\Users\\Ann"),
        (Windows, "C:\\\\a\\\\b\\", "C:\\a\\b"),
        (Windows, "\\\\server\\share", "\\\\server\\share\\"),
        (Windows, "//server/C$/a", "\\\\server\\C$\\a"),
        (Windows, "\\\\10.0.0.5\\share\\a", "\\\\10.0.0.5\\share\\a"),
        (Windows, "C:\\console\\COM\\COM10\\LPTX", "C:\\console\\COM\\COM10\\LPTX"),
        (Windows, "C:\\.config\\a.b", "C:\\.config\\a.b"),
        (Windows, "C:\\PROGRA~1", "C:\\PROGRA~1"),
    ] {
        assert_eq!(read(text, grammar).as_deref(), Some(expected), "{text:?}");
        assert_eq!(read(expected, grammar).as_deref(), Some(expected), "{expected:?}");
    }
}

#[test]
fn hostile_paths_are_refused() {
    let unix = HOSTILE_UNIX.map(|text| (Unix, text));
    let windows = HOSTILE_WINDOWS.map(|text| (Windows, text));
    for (grammar, text) in unix.into_iter().chain(windows) {
        let problem = SafePath::parse_as(text, grammar).map(|path| path.to_string()).unwrap_err();
        assert_eq!(problem.code, ProblemCode::InvalidPath, "{grammar:?} {text:?}");
        assert!(problem.message.ends_with('.'), "{problem}");
    }
}

#[test]
fn a_hostile_path_below_a_folder_is_refused_or_below_it() {
    let folder = SafePath::parse_as("/folder", Unix).unwrap();
    for text in hostile_below("/folder") {
        match SafePath::parse_as(&text, Unix) {
            Ok(path) => assert!(path.is_within(&folder), "{text:?}"),
            Err(problem) => {
                let is_known =
                    matches!(problem.code, ProblemCode::InvalidPath | ProblemCode::NameTooLong);
                assert!(is_known && problem.message.ends_with('.'), "{text:?}: {problem}");
            }
        }
    }
}

#[test]
fn long_paths_are_refused_at_their_limit() {
    let code = |text: &str, grammar| {
        SafePath::parse_as(text, grammar).map(|path| path.to_string().len()).map_err(|p| p.code)
    };
    let long = format!("/{}", "a/".repeat(2046));
    assert_eq!(code(&long, Unix), Ok(4092));
    assert_eq!(code(&format!("{long}abc"), Unix), Ok(4096));
    assert_eq!(code(&format!("/{}", "d".repeat(255)), Unix), Ok(256));
    let escaped = format!("/{}", "\\xff".repeat(255));
    assert_eq!(code(&escaped, Unix), Ok(1 + 4 * 255));
    for (text, grammar) in [
        (format!("{long}abcd"), Unix),
        (format!("/{}", "d".repeat(256)), Unix),
        (format!("/{}", "ä".repeat(128)), Unix),
        (format!("{escaped}\\xff"), Unix),
        (format!("/{}", "a/".repeat(9000)), Unix),
        (format!("C:\\{}", "d".repeat(256)), Windows),
        (format!("C:\\{}", "\u{1f600}".repeat(128)), Windows),
        (format!("C:\\{}", "a\\".repeat(2050)), Windows),
    ] {
        assert_eq!(code(&text, grammar), Err(ProblemCode::NameTooLong), "{}", text.len());
    }
    assert_eq!(code(&format!("C:\\{}", "ä".repeat(255)), Windows), Ok(3 + 510));
}

#[test]
fn a_new_name_deceives_nobody() {
    let check = |text: &str| SafePath::parse_as(text, Unix).unwrap().check_new_name();
    for text in ["/a", "/a b", "/ü", "/a/.b"] {
        check(text).unwrap();
    }
    for text in ["/", "/a\nb", "/\x1b[2J", "/a\u{202e}txt.exe", "/a\u{7f}", "/a\u{85}"] {
        assert_eq!(check(text).unwrap_err().code, ProblemCode::InvalidPath, "{text:?}");
    }
}

#[test]
fn what_is_below_a_folder_is_known_by_its_path() {
    for (grammar, path, folder, expected) in [
        (Unix, "/a/b", "/a", true),
        (Unix, "/a", "/a", true),
        (Unix, "/ab", "/a", false),
        (Unix, "/A/b", "/a", false),
        (Unix, "/a", "/a/b", false),
        (Windows, "c:\\A\\b", "C:\\a", true),
        (Windows, "D:\\a\\b", "C:\\a", false),
        (Windows, "\\\\S\\x\\a", "\\\\s\\X", true),
    ] {
        let [path, folder] = [path, folder].map(|text| SafePath::parse_as(text, grammar).unwrap());
        assert_eq!(path.is_within(&folder), expected, "{path} {folder}");
    }
}

proptest! {
    #[test]
    fn no_path_has_a_name_that_leads_elsewhere(
        text in "(/|\\\\|\\.|\\.\\.|C:|\\?|a|nul|\\\\x2f|\0| |:|é){0,12}",
        is_unix: bool,
    ) {
        let grammar = if is_unix { Unix } else { Windows };
        if let Ok(path) = SafePath::parse_as(&text, grammar) {
            for name in &path.parsed.names {
                prop_assert!(!name.is_empty() && name != b"." && name != b"..");
                prop_assert!(!name.contains(&0) && !name.contains(&b'/'));
                prop_assert!(is_unix || !name.iter().any(|byte| b"\\:?".contains(byte)));
            }
            prop_assert_eq!(SafePath::parse_as(&path.to_string(), grammar), Ok(path));
        }
    }
}

//! Only `os/` knows which system this is, and every system offers the same.

use std::collections::BTreeMap;

use super::sources::{Source, sources};

/// What only code for one system says.
const SYSTEM_WORDS: [&str; 9] = [
    "target_os",
    "target_family",
    "cfg(unix",
    "cfg(windows",
    "not(unix",
    "not(windows",
    "std::os::",
    "consts::OS",
    "nix::",
];

#[test]
fn only_os_asks_which_system_this_is() {
    assert_eq!(system_words(&sources()), Vec::<String>::new());
}

fn system_words(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| !source.is_test) {
        if source.path.starts_with("os/") {
            continue;
        }
        let code = source.code.replace("cfg!(", "cfg(");
        let words = SYSTEM_WORDS.iter().filter(|word| code.contains(**word));
        found.extend(words.map(|word| format!("{} says {word}", source.path)));
    }
    found
}

/// What is for macOS alone would never be run, as nobody tests there: Linux does.
#[test]
fn everything_for_macos_is_compiled_and_tested_on_linux() {
    let sources = sources();
    let of_macos = |source: &&Source| source.path.starts_with("os/macos/");
    let of_macos: Vec<&Source> = sources.iter().filter(of_macos).collect();
    assert!(of_macos.len() > 30, "{}", of_macos.len());
    let asks = |source: &&&Source| source.code.replace("cfg(test)", "").contains("cfg");
    let asking: Vec<&str> = of_macos.iter().filter(asks).map(|source| &*source.path).collect();
    assert_eq!(asking, Vec::<&str>::new());
}

/// The signatures of one system's functions, by module and name.
type Offer = BTreeMap<String, String>;

#[test]
fn every_system_offers_the_same_functions() {
    let sources = sources();
    let linux = offer(&sources, "linux");
    assert!(linux.len() > 40, "{linux:?}");
    for system in ["macos", "windows"] {
        let own = offer(&sources, system);
        let missing: Vec<_> =
            linux.iter().filter(|entry| own.get(entry.0) != Some(entry.1)).collect();
        assert!(missing.is_empty(), "{system} does not offer {missing:#?}");
        let more: Vec<_> = own.keys().filter(|name| !linux.contains_key(*name)).collect();
        assert!(more.is_empty(), "only {system} offers {more:?}");
    }
}

fn offer(sources: &[Source], system: &str) -> Offer {
    let code = |path: &str| sources.iter().find(|source| source.path == path).map(|s| &*s.code);
    let root = code(&format!("os/{system}/mod.rs")).unwrap();
    let own = words_between(root, "pub mod ", ";").into_iter();
    let own = own.map(|module| (format!("os/{system}/{module}"), module));
    let common = words_between(root, "pub use super::unix::{", "}").into_iter();
    let common = common.flat_map(|list| list.split(',').map(str::trim));
    let common = common.filter(|module| !module.is_empty());
    let common = common.map(|module| (format!("os/unix/{module}"), module));

    let mut offer = Offer::new();
    for (path, module) in own.chain(common) {
        let file = code(&format!("{path}.rs")).or_else(|| code(&format!("{path}/mod.rs")));
        let file = file.unwrap_or_else(|| panic!("{path} is not there"));
        offer.extend(functions(file).map(|(name, text)| (format!("{module}::{name}"), text)));
        // What several systems share, as if it was here.
        for shared in ["unix/account", "no_notice"] {
            let is_used =
                file.contains(&format!("pub use crate::os::{}::", shared.replace('/', "::")));
            if let Some(file) = code(&format!("os/{shared}.rs")).filter(|_| is_used) {
                let shared = functions(file);
                offer.extend(shared.map(|(name, text)| (format!("{module}::{name}"), text)));
            }
        }
    }
    offer
}

/// Public functions and methods: the name, and all up to the body. Whether an
/// argument is used does not count.
fn functions(code: &str) -> impl Iterator<Item = (String, String)> {
    let code = code.replace("#[cfg(test)]\npub use", "");
    let texts = ["pub fn ", "pub async fn "].map(|start| {
        let found = words_between(&code, start, " {\n").into_iter().chain({
            // A body without content ends on the same line.
            words_between(&code, start, " {}\n")
        });
        found.filter(|text| !text.contains('{')).map(|text| (start, text.to_owned())).collect()
    });
    let texts: Vec<(&str, String)> = texts.into_iter().flat_map(|list: Vec<_>| list).collect();
    texts.into_iter().map(|(start, text)| {
        let name = text.split(['(', '<']).next().unwrap_or_default().to_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ").replace("( ", "(").replace(", )", ")");
        (name, format!("{start}{}", text.replace("(_", "(").replace(" _", " ")))
    })
}

fn words_between<'a>(code: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    let rests = code.match_indices(start).map(|(at, start)| &code[at + start.len()..]);
    rests.filter_map(|rest| rest.find(end).map(|at| &rest[..at])).collect()
}

#[test]
fn a_question_for_the_system_is_found_wherever_it_is() {
    for code in ["#[cfg(unix)]\nfn a() {}", "if cfg!(windows) {", "use nix::unistd::Uid;"] {
        let (path, code) = ("clock.rs".to_owned(), code.to_owned());
        let source = Source { path, lines: 1, code, is_test: false };
        assert_eq!(system_words(&[source]).len(), 1);
    }
}

#[test]
fn signatures_are_read_as_one_line() {
    let code = "pub fn start(\n    _run_id: &RunId,\n    spec: Spec,\n) -> bool {\n    true\n}\n\
                pub async fn end(_all: &[u8]) {}\n";
    let found: Vec<(String, String)> = functions(code).collect();
    assert_eq!(found[0].1, "pub fn start(run_id: &RunId, spec: Spec) -> bool");
    assert_eq!(found[1].1, "pub async fn end(all: &[u8])");
}

//! Who may have values of the key store filled in: the placeholders that a
//! caller has written.

use super::fill::after_name;
use crate::auth::{Identity, Right};
use crate::domain::placeholders::global_names;
use crate::error::{Problems, add_problem};

/// Adds a problem for every placeholder of the key store in arguments and
/// environment that the caller may not use. Callers who may see the key store
/// may use all of it; others only values that `is_meant` allows by their name.
pub fn check_globals(
    caller: &Identity,
    args: &[String],
    env_vars: &[String],
    is_meant: impl Fn(&str) -> bool,
    problems: &mut Problems,
) {
    if caller.rights.has(Right::ViewGlobalKeystore) {
        return;
    }
    for (path, name) in globals_in(args, env_vars) {
        if !is_meant(name) {
            let sentence = format!(
                "{{{{global.{name}}}}} can only be used by people who may see the key store"
            );
            add_problem(problems, path, sentence);
        }
    }
}

/// Whether there is a placeholder of the key store at all.
pub fn has_globals(args: &[String], env_vars: &[String]) -> bool {
    globals_in(args, env_vars).next().is_some()
}

/// The path of each text, and the names in it.
fn globals_in<'a>(
    args: &'a [String],
    env_vars: &'a [String],
) -> impl Iterator<Item = (String, &'a str)> {
    let args = args.iter().enumerate().map(|(at, text)| (format!("args[{at}]"), text.as_str()));
    let env_vars = env_vars
        .iter()
        .enumerate()
        .map(|(at, text)| (format!("env_vars[{at}]"), &text[after_name(text)..]));
    args.chain(env_vars).flat_map(|(path, text)| {
        let names = global_names(text).into_iter();
        names.map(move |name| (path.clone(), name)).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placeholder_of_the_key_store_is_found_with_its_path() {
        let args = ["{{agent.x}}", "a{{ global.one }}{{global.two words}}"].map(str::to_owned);
        let entries = ["{{global.name}}=x", "A={{global.three}}"].map(str::to_owned);
        let found: Vec<(String, &str)> = globals_in(&args, &entries).collect();
        let found: Vec<(&str, &str)> =
            found.iter().map(|(path, name)| (path.as_str(), *name)).collect();
        let expected = [("args[1]", "one"), ("args[1]", "two words"), ("env_vars[1]", "three")];
        assert_eq!(found, expected);
        assert!(has_globals(&args, &[]) && !has_globals(&args[..1], &entries[..1]));
    }
}

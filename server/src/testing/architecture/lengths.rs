//! How long a file may be.

use super::sources::sources;

/// Lines of a file, its tests included. Longer ones contain more than one idea.
const MOST: usize = 250;

/// Files that are longer, and their limits.
const LONGER: [(&str, usize); 4] =
    [("auth/queries.rs", 271), ("bus/mod.rs", 254), ("error.rs", 341), ("router.rs", 320)];

#[test]
fn no_file_outgrows_its_limit() {
    let mut problems = Vec::new();
    for source in sources() {
        let listed = LONGER.iter().find(|(path, _)| *path == source.path);
        let most = listed.map_or(MOST, |(_, most)| *most);
        if source.lines > most {
            problems.push(format!("{} has {} lines, more than {most}", source.path, source.lines));
        }
        if listed.is_some() && source.lines <= MOST {
            problems.push(format!("{} is short enough: take it off LONGER", source.path));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

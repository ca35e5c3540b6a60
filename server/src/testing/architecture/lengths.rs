//! How long a file may be.

use super::sources::sources;

/// Lines of a file, its tests included. Longer ones contain more than one idea.
const MOST: usize = 250;

#[test]
fn no_file_outgrows_its_limit() {
    let mut problems = Vec::new();
    for source in sources() {
        if source.lines > MOST {
            problems.push(format!("{} has {} lines, more than {MOST}", source.path, source.lines));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

//! Snaps.

use muster_protocol::Software;

use super::query::{ask, changed_on};
use crate::os::Problem;

/// Every installed snap; none without snap.
pub async fn list() -> Result<Option<Vec<Software>>, Problem> {
    let text = ask("snap", &["list", "--unicode=never", "--color=never"]).await?;
    Ok(text.map(|text| parse(&text).into_iter().map(with_file).collect()))
}

/// A snap with the number of its file.
type Snap = (Software, String);

fn with_file((snap, revision): Snap) -> Software {
    let path = format!("/var/lib/snapd/snaps/{}_{revision}.snap", snap.name);
    let size_bytes = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
    Software { install_date: changed_on(&path), size_bytes, ..snap }
}

/// Columns: name, version, revision, tracking, publisher, notes.
fn parse(text: &str) -> Vec<Snap> {
    text.lines().skip(1).filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<Snap> {
    let columns: Vec<&str> = line.split_ascii_whitespace().collect();
    let [name, version, revision, _tracking, publisher, ..] = columns[..] else { return None };
    let snap = Software {
        name: name.to_owned(),
        version: version.to_owned(),
        // Stars mark publishers that were verified.
        publisher: publisher.trim_end_matches('*').to_owned(),
        source: "snap".to_owned(),
        location: format!("/snap/{name}/current"),
        uninstall: format!("snap remove {name}"),
        ..Software::default()
    };
    Some((snap, revision.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read() {
        let text = "Name    Version   Rev    Tracking       Publisher   Notes\n\
            core22  20240111  1122   latest/stable  canonical**  base\n\
            hello   2.10      42     latest/stable  ann         -\n\
            odd\n";
        let found = parse(text);
        assert_eq!(found.len(), 2);
        let (core, revision) = &found[0];
        assert_eq!((core.name.as_str(), core.publisher.as_str()), ("core22", "canonical"));
        assert_eq!((core.version.as_str(), revision.as_str()), ("20240111", "1122"));
        assert_eq!(found[1].0.uninstall, "snap remove hello");
    }
}

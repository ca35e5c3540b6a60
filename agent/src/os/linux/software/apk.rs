//! Packages of Alpine, as their manager writes them down.

use muster_protocol::Software;

const DATABASE: &str = "/lib/apk/db/installed";

/// Every installed package; none without apk.
pub fn list() -> Option<Vec<Software>> {
    std::fs::read_to_string(DATABASE).ok().map(|text| parse(&text))
}

/// One block per package, one letter per field.
fn parse(text: &str) -> Vec<Software> {
    text.split("\n\n").filter_map(parse_block).collect()
}

fn parse_block(block: &str) -> Option<Software> {
    let field = |name: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.unwrap_or_default().to_owned()
    };
    let name = field("P");
    (!name.is_empty()).then(|| Software {
        version: field("V"),
        publisher: field("m"),
        size_bytes: field("I").parse().unwrap_or(0),
        source: "apk".to_owned(),
        uninstall: format!("apk del {name}"),
        name,
        ..Software::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_packages() {
        let text = "C:Q1abc=\nP:musl\nV:1.2.4-r2\nA:x86_64\nI:634880\nm:Timo <t@a.org>\nF:lib\n\n\
            P:busybox\nV:1.36.1-r5\n\n\n";
        let expected = Software {
            name: "musl".to_owned(),
            version: "1.2.4-r2".to_owned(),
            publisher: "Timo <t@a.org>".to_owned(),
            size_bytes: 634_880,
            source: "apk".to_owned(),
            uninstall: "apk del musl".to_owned(),
            ..Software::default()
        };
        let found = parse(text);
        assert_eq!((found.len(), &found[0]), (2, &expected));
        assert_eq!(found[1].name, "busybox");
    }
}

//! The registry, as Windows' own `reg query` prints it.

use std::collections::BTreeMap;

use super::Wine;

/// A key below the one that was asked for.
#[derive(Debug)]
pub struct Key {
    /// Its name, without those above it.
    pub name: String,
    /// Its values as they are printed; numbers as `0x1`.
    pub values: BTreeMap<String, String>,
}

impl Key {
    /// A value; empty when there is none.
    pub fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }
}

/// The keys directly below one, with their values; none when it does not exist.
pub async fn read_keys(wine: &Wine, path: &str) -> Vec<Key> {
    let printed = wine.run(&["reg", "query", path, "/s"]).await;
    if printed.code != Some(0) {
        return Vec::new();
    }
    let mut keys: Vec<(String, Key)> = Vec::new();
    for line in printed.stdout.lines().filter(|line| !line.trim().is_empty()) {
        if !line.starts_with(' ') {
            let name = line.rsplit('\\').next().unwrap_or_default().to_owned();
            keys.push((line.to_owned(), Key { name, values: BTreeMap::new() }));
            continue;
        }
        let mut parts = line.trim_start().splitn(3, "    ");
        let (name, _kind, text) = (parts.next(), parts.next(), parts.next());
        let (Some((_, key)), Some(name)) = (keys.last_mut(), name) else { continue };
        key.values.insert(name.to_owned(), text.unwrap_or_default().trim_end().to_owned());
    }
    let depth = |path: &str| path.matches('\\').count();
    let above = path.matches('\\').count();
    let is_below = |(full, _): &(String, Key)| depth(full) == above + 1;
    keys.into_iter().filter(is_below).map(|(_, key)| key).collect()
}

//! Which keys of an X server write which symbols.

/// No symbol.
const NOTHING: u32 = 0;
/// The two symbols of a key in one layout: without and with the shift key.
const LEVELS: usize = 2;

/// The symbols of all keys, as the server has listed them.
#[derive(Clone, Debug)]
pub struct KeyMap {
    /// The number of the first key.
    first: u8,
    /// How many symbols each key has: two for each layout, then others.
    per_key: usize,
    symbols: Vec<u32>,
}

/// How a symbol is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The key.
    pub key: u8,
    /// Whether the shift key is down.
    pub shifted: bool,
}

impl KeyMap {
    /// From the server's list.
    pub fn new(first: u8, per_key: u8, symbols: Vec<u32>) -> Self {
        Self { first, per_key: usize::from(per_key).max(1), symbols }
    }

    /// How a symbol is written in a layout. The one without the shift key comes first.
    pub fn find(&self, symbol: u32, layout: usize) -> Option<Stroke> {
        let level = |level: usize| {
            let key = self.keys().find(|(_, symbols)| self.at(symbols, layout, level) == symbol)?;
            Some(Stroke { key: key.0, shifted: level == 1 })
        };
        (symbol != NOTHING).then(|| level(0).or_else(|| level(1))).flatten()
    }

    /// Keys that write nothing.
    pub fn unused(&self) -> impl Iterator<Item = u8> {
        let is_unused = |symbols: &[u32]| symbols.iter().all(|symbol| *symbol == NOTHING);
        // The last ones first: at the beginning are keys that just have no name here.
        let keys: Vec<u8> =
            self.keys().filter(|(_, symbols)| is_unused(symbols)).map(|(key, _)| key).collect();
        keys.into_iter().rev()
    }

    fn keys(&self) -> impl Iterator<Item = (u8, &[u32])> {
        (self.first..=u8::MAX).zip(self.symbols.chunks_exact(self.per_key))
    }

    /// The symbol at a level of a layout. Keys with fewer layouts have the first one in all.
    fn at(&self, symbols: &[u32], layout: usize, level: usize) -> u32 {
        let of = |layout: usize| symbols.get(layout * LEVELS..).unwrap_or_default();
        let is_there = of(layout).iter().take(LEVELS).any(|symbol| *symbol != NOTHING);
        let symbols = if is_there { of(layout) } else { of(0) };
        symbols.get(level).copied().unwrap_or(NOTHING)
    }
}

/// The symbol of a character.
pub fn symbol_of(character: char) -> Option<u32> {
    match character {
        '\n' | '\r' => Some(0xff0d),
        '\t' => Some(0xff09),
        '\u{8}' => Some(0xff08),
        '\u{1b}' => Some(0xff1b),
        ' '..='~' | '\u{a0}'..='\u{ff}' => Some(u32::from(character)),
        _ if character.is_control() => None,
        _ => Some(0x0100_0000 + u32::from(character)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Keys 8 to 11: nothing, a with two layouts, 1, nothing.
    fn map() -> KeyMap {
        let rows = [[0, 0, 0, 0], [0x61, 0x41, 0x6c3, 0x6e3], [0x31, 0x21, 0, 0], [0, 0, 0, 0]];
        KeyMap::new(8, 4, rows.concat())
    }

    #[test]
    fn symbols_are_found_in_the_layout_that_is_in_use() {
        let stroke = |key, shifted| Some(Stroke { key, shifted });
        assert_eq!(map().find(0x61, 0), stroke(9, false));
        assert_eq!(map().find(0x41, 0), stroke(9, true));
        assert_eq!(map().find(0x61, 1), None);
        assert_eq!(map().find(0x6c3, 1), stroke(9, false));
        assert_eq!(map().find(0x21, 1), stroke(10, true));
        assert_eq!(map().find(0, 0), None);
        assert_eq!(map().find(0x61, 7), stroke(9, false));
    }

    #[test]
    fn keys_without_symbols_are_unused() {
        assert_eq!(map().unused().collect::<Vec<_>>(), [11, 8]);
    }

    #[test]
    fn characters_have_symbols() {
        assert_eq!(symbol_of('a'), Some(0x61));
        assert_eq!(symbol_of('ä'), Some(0xe4));
        assert_eq!(symbol_of('€'), Some(0x0100_20ac));
        assert_eq!(symbol_of('\n'), Some(0xff0d));
        assert_eq!(symbol_of('\u{7}'), None);
    }

    proptest! {
        #[test]
        fn any_list_is_a_map(
            first in 0..=u8::MAX, per_key in 0..=u8::MAX,
            symbols in prop::collection::vec(0..4_u32, 0..600), layout in 0..5_usize,
        ) {
            let map = KeyMap::new(first, per_key, symbols);
            let _ = (map.find(1, layout), map.unused().count());
        }
    }
}

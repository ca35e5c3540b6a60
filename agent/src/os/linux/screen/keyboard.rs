//! Presses keys of the computer for a viewer.
//!
//! Characters are written with the keys that have them. A character that no key has is given
//! to a key without symbols, for as long as the session lasts.

use std::collections::HashMap;

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConnectionExt as _, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, KeyButMask};
use x11rb::protocol::xtest::ConnectionExt as _;

use super::key_codes::{SHIFT_LEFT, key_code};
use super::key_map::{KeyMap, Stroke, symbol_of};
use super::server::XServer;
use crate::remote::screen::messages::{Key, KeyMode};

/// Keys that can be down at once.
const MAX_HELD: usize = 32;
/// Keys that are given symbols. More of them keep programs from reading the list of keys
/// with each character.
const MAX_LENT: usize = 12;

/// The keyboard of a session.
#[derive(Debug, Default)]
pub struct Keyboard {
    /// Keys that are down, by what the viewer calls them.
    held: HashMap<String, u8>,
    /// None when the server has changed it.
    map: Option<KeyMap>,
    /// Keys that were given a symbol.
    lent: Vec<(u8, u32)>,
    /// Which of them is given another one next.
    next: usize,
}

impl Keyboard {
    /// The server's list of keys has changed.
    pub fn forget_map(&mut self) {
        self.map = None;
    }

    /// A key goes down or up. One that this computer does not know does nothing.
    pub fn press(&mut self, server: &XServer, key: &Key) -> anyhow::Result<()> {
        let name = if key.code.is_empty() { &key.key } else { &key.code };
        if !key.down {
            return match self.held.remove(name) {
                Some(code) => fake_key(server, code, false),
                None => Ok(()),
            };
        }
        // The server repeats keys by itself.
        if self.held.contains_key(name) || self.held.len() >= MAX_HELD {
            return Ok(());
        }
        let mut characters = key.key.chars();
        let character = characters.next().filter(|_| characters.next().is_none());
        let code = match (key.mode, character) {
            (KeyMode::Text, Some(character)) if !self.is_command() => {
                return self.write(server, character);
            }
            // The position of c in the layout of the computer: Ctrl and C copies in any.
            (KeyMode::Text, Some(character)) => {
                let symbol = character.to_lowercase().next().and_then(symbol_of);
                let map = self.map(server)?;
                let known = symbol.and_then(|symbol| map.find(symbol, 0));
                known.map(|stroke| stroke.key).or_else(|| key_code(&key.code, &key.key))
            }
            // What these lead to arrives as a character.
            (KeyMode::Text, None) if matches!(&*key.key, "AltGraph" | "Dead" | "Process") => None,
            _ => key_code(&key.code, &key.key),
        };
        if let Some(code) = code {
            fake_key(server, code, true)?;
            self.held.insert(name.clone(), code);
        }
        Ok(())
    }

    /// Presses keys one after the other and releases them in the other direction.
    pub fn combine(&mut self, server: &XServer, codes: &[String]) -> anyhow::Result<()> {
        let keys: Vec<u8> = codes.iter().filter_map(|code| key_code(code, "")).collect();
        for key in &keys {
            fake_key(server, *key, true)?;
        }
        keys.iter().rev().try_for_each(|key| fake_key(server, *key, false))
    }

    /// Writes a text.
    pub fn write_text(&mut self, server: &XServer, text: &str) -> anyhow::Result<()> {
        // Lines of Windows end in two characters.
        let text = text.replace("\r\n", "\n");
        text.chars().try_for_each(|character| self.write(server, character))
    }

    /// Releases all keys that are down.
    pub fn release_all(&mut self, server: &XServer) -> anyhow::Result<()> {
        let held: Vec<u8> = self.held.drain().map(|(_, code)| code).collect();
        held.into_iter().try_for_each(|code| fake_key(server, code, false))
    }

    /// Takes symbols from the keys they were given to.
    pub fn take_back(&mut self, server: &XServer) -> anyhow::Result<()> {
        for (key, _) in self.lent.drain(..) {
            server.connection().change_keyboard_mapping(1, key, 1, &[x11rb::NO_SYMBOL])?;
        }
        Ok(())
    }

    /// Whether a key is down with which letters are commands.
    fn is_command(&self) -> bool {
        let starts = ["Control", "Alt", "Meta"];
        self.held.keys().any(|name| starts.iter().any(|start| name.starts_with(start)))
    }

    fn write(&mut self, server: &XServer, character: char) -> anyhow::Result<()> {
        let Some(symbol) = symbol_of(character) else { return Ok(()) };
        let pointer = server.connection().query_pointer(server.root())?.reply()?;
        let state = u16::from(pointer.mask);
        let is_down = |modifier: KeyButMask| state & u16::from(modifier) != 0;
        let layout = usize::from((state >> 13) & 3);
        // The lock for capitals turns the shift key around for letters.
        let turns = is_down(KeyButMask::LOCK) && character.is_alphabetic();
        let is_shifted = is_down(KeyButMask::SHIFT);
        let has_others = is_down(KeyButMask::MOD5);
        let found = self.map(server)?.find(symbol, layout).filter(|_| !has_others);
        match found {
            Some(Stroke { key, shifted }) if (shifted != turns) == is_shifted => tap(server, key),
            Some(Stroke { key, .. }) if !is_shifted => {
                fake_key(server, SHIFT_LEFT, true)?;
                tap(server, key)?;
                fake_key(server, SHIFT_LEFT, false)
            }
            // The shift key is down and must not be: a key that writes the same with it.
            _ => match self.lend(server, symbol)? {
                Some(key) => tap(server, key),
                None => Ok(()),
            },
        }
    }

    /// A key that writes a symbol whatever the shift key does; none when all have symbols.
    fn lend(&mut self, server: &XServer, symbol: u32) -> anyhow::Result<Option<u8>> {
        if let Some((key, _)) = self.lent.iter().find(|(_, lent)| *lent == symbol) {
            return Ok(Some(*key));
        }
        let taken: Vec<u8> = self.lent.iter().map(|(key, _)| *key).collect();
        let unused = self.map(server)?.unused().find(|key| !taken.contains(key));
        let key = match unused.filter(|_| taken.len() < MAX_LENT) {
            Some(key) => {
                self.lent.push((key, symbol));
                key
            }
            None if taken.is_empty() => return Ok(None),
            None => {
                self.next = (self.next + 1) % taken.len();
                self.lent[self.next].1 = symbol;
                taken[self.next]
            }
        };
        server.connection().change_keyboard_mapping(1, key, 2, &[symbol, symbol])?;
        Ok(Some(key))
    }

    fn map(&mut self, server: &XServer) -> anyhow::Result<&KeyMap> {
        let map = match self.map.take() {
            Some(map) => map,
            None => read_map(server)?,
        };
        Ok(&*self.map.insert(map))
    }
}

fn read_map(server: &XServer) -> anyhow::Result<KeyMap> {
    let setup = server.connection().setup();
    let (first, last) = (setup.min_keycode, setup.max_keycode);
    let count = last.saturating_sub(first).saturating_add(1);
    let listed = server.connection().get_keyboard_mapping(first, count)?.reply()?;
    Ok(KeyMap::new(first, listed.keysyms_per_keycode, listed.keysyms))
}

fn tap(server: &XServer, key: u8) -> anyhow::Result<()> {
    fake_key(server, key, true)?;
    fake_key(server, key, false)
}

fn fake_key(server: &XServer, key: u8, down: bool) -> anyhow::Result<()> {
    let kind = if down { KEY_PRESS_EVENT } else { KEY_RELEASE_EVENT };
    let now = x11rb::CURRENT_TIME;
    server.connection().xtest_fake_input(kind, key, now, server.root(), 0, 0, 0)?;
    Ok(())
}

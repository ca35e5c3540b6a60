//! Which key of an X server is at a position of the keyboard.

/// X servers count from 8 on what Linux counts from 0.
const OFFSET: u8 = 8;

/// The left shift key.
pub const SHIFT_LEFT: u8 = 42 + OFFSET;

/// Positions as browsers call them, and Linux' numbers for them.
const CODES: [(&str, u8); 116] = [
    ("Escape", 1),
    ("Digit1", 2),
    ("Digit2", 3),
    ("Digit3", 4),
    ("Digit4", 5),
    ("Digit5", 6),
    ("Digit6", 7),
    ("Digit7", 8),
    ("Digit8", 9),
    ("Digit9", 10),
    ("Digit0", 11),
    ("Minus", 12),
    ("Equal", 13),
    ("Backspace", 14),
    ("Tab", 15),
    ("KeyQ", 16),
    ("KeyW", 17),
    ("KeyE", 18),
    ("KeyR", 19),
    ("KeyT", 20),
    ("KeyY", 21),
    ("KeyU", 22),
    ("KeyI", 23),
    ("KeyO", 24),
    ("KeyP", 25),
    ("BracketLeft", 26),
    ("BracketRight", 27),
    ("Enter", 28),
    ("ControlLeft", 29),
    ("KeyA", 30),
    ("KeyS", 31),
    ("KeyD", 32),
    ("KeyF", 33),
    ("KeyG", 34),
    ("KeyH", 35),
    ("KeyJ", 36),
    ("KeyK", 37),
    ("KeyL", 38),
    ("Semicolon", 39),
    ("Quote", 40),
    ("Backquote", 41),
    ("ShiftLeft", 42),
    ("Backslash", 43),
    ("KeyZ", 44),
    ("KeyX", 45),
    ("KeyC", 46),
    ("KeyV", 47),
    ("KeyB", 48),
    ("KeyN", 49),
    ("KeyM", 50),
    ("Comma", 51),
    ("Period", 52),
    ("Slash", 53),
    ("ShiftRight", 54),
    ("NumpadMultiply", 55),
    ("AltLeft", 56),
    ("Space", 57),
    ("CapsLock", 58),
    ("F1", 59),
    ("F2", 60),
    ("F3", 61),
    ("F4", 62),
    ("F5", 63),
    ("F6", 64),
    ("F7", 65),
    ("F8", 66),
    ("F9", 67),
    ("F10", 68),
    ("NumLock", 69),
    ("ScrollLock", 70),
    ("Numpad7", 71),
    ("Numpad8", 72),
    ("Numpad9", 73),
    ("NumpadSubtract", 74),
    ("Numpad4", 75),
    ("Numpad5", 76),
    ("Numpad6", 77),
    ("NumpadAdd", 78),
    ("Numpad1", 79),
    ("Numpad2", 80),
    ("Numpad3", 81),
    ("Numpad0", 82),
    ("NumpadDecimal", 83),
    ("IntlBackslash", 86),
    ("F11", 87),
    ("F12", 88),
    ("IntlRo", 89),
    ("Convert", 92),
    ("KanaMode", 93),
    ("NonConvert", 94),
    ("NumpadEnter", 96),
    ("ControlRight", 97),
    ("NumpadDivide", 98),
    ("PrintScreen", 99),
    ("AltRight", 100),
    ("Home", 102),
    ("ArrowUp", 103),
    ("PageUp", 104),
    ("ArrowLeft", 105),
    ("ArrowRight", 106),
    ("End", 107),
    ("ArrowDown", 108),
    ("PageDown", 109),
    ("Insert", 110),
    ("Delete", 111),
    ("AudioVolumeMute", 113),
    ("AudioVolumeDown", 114),
    ("AudioVolumeUp", 115),
    ("NumpadEqual", 117),
    ("Pause", 119),
    ("NumpadComma", 121),
    ("IntlYen", 124),
    ("MetaLeft", 125),
    ("MetaRight", 126),
    ("ContextMenu", 127),
    ("Help", 138),
];

/// Keys that keyboards of glass name without saying where they are.
const NAMES: [(&str, &str); 5] = [
    ("Shift", "ShiftLeft"),
    ("Control", "ControlLeft"),
    ("Alt", "AltLeft"),
    ("Meta", "MetaLeft"),
    (" ", "Space"),
];

/// The number of the key at a position, or with a name that is that of its position.
pub fn key_code(code: &str, key: &str) -> Option<u8> {
    let by_name = NAMES.iter().find(|(name, _)| *name == key).map(|(_, code)| *code);
    let wanted = if code.is_empty() { by_name.unwrap_or(key) } else { code };
    CODES.iter().find(|(name, _)| *name == wanted).map(|(_, number)| number + OFFSET)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_by_position_and_by_name() {
        assert_eq!(key_code("KeyQ", "a"), Some(24));
        assert_eq!(key_code("", "Enter"), Some(36));
        assert_eq!(key_code("", "Shift"), Some(SHIFT_LEFT));
        assert_eq!(key_code("Delete", "Delete"), Some(119));
        assert_eq!(key_code("BrowserBack", ""), None);
        assert_eq!(key_code("", ""), None);
    }

    #[test]
    fn every_position_and_every_number_is_there_once() {
        let mut names: Vec<&str> = CODES.iter().map(|(name, _)| *name).collect();
        let mut numbers: Vec<u8> = CODES.iter().map(|(_, number)| *number).collect();
        names.sort_unstable();
        names.dedup();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!((names.len(), numbers.len()), (CODES.len(), CODES.len()));
    }
}

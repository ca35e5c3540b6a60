//! What the person at the computer is asked, and sees: about remote sessions, and before a
//! restart.

use super::screen::{ShownNotice, ask_person, show_message, show_notice};
use crate::os::ConsentAnswer;
use crate::os::plain_text::plain_text;

/// Stands on the screen as long as it exists.
#[derive(Debug)]
pub struct Notice {
    /// None in tests, which show nothing to whoever works here.
    shown: Option<ShownNotice>,
    is_pressed: bool,
}

/// Asks whether somebody with this name may do what the reason says, and waits so many
/// seconds for the answer. Whoever has no screen is not asked.
pub async fn ask(name: &str, reason: &str, seconds: u32) -> ConsentAnswer {
    if cfg!(test) {
        return ConsentAnswer::Nobody;
    }
    ask_person(name, reason, seconds).await
}

/// Shows that somebody with this name is there: in a window, and by a line on text consoles.
pub fn show(name: &str) -> Notice {
    Notice { shown: (!cfg!(test)).then(|| show_notice(name)), is_pressed: false }
}

/// Shows a text to everybody who is logged in, and waits for nobody: in a window, and by a
/// line on text consoles.
pub async fn announce(text: &str) {
    show_message(plain_text(text));
}

impl Notice {
    /// Waits until the person ends the session with the button in the window.
    pub async fn ended_by_person(&mut self) {
        match &mut self.shown {
            Some(shown) => shown.ended_by_person().await,
            None if self.is_pressed => {}
            None => std::future::pending().await,
        }
    }

    /// One whose button was pressed.
    #[cfg(test)]
    pub fn pressed() -> Self {
        Self { shown: None, is_pressed: true }
    }
}

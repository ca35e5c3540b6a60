//! Notices on systems whose user cannot be shown any yet.

use super::ConsentAnswer;

/// Would stand on the screen as long as it exists.
#[derive(Debug)]
pub struct Notice {
    is_pressed: bool,
}

/// Asks whether somebody with this name may do what the reason says, and waits so many
/// seconds for the answer. Nobody can be asked yet: no window is shown.
pub async fn ask(_name: &str, _reason: &str, _seconds: u32) -> ConsentAnswer {
    ConsentAnswer::Nobody
}

/// Shows that somebody with this name is there. Nothing is shown yet.
pub fn show(_name: &str) -> Notice {
    Notice { is_pressed: false }
}

impl Notice {
    /// Waits until the person ends the session with the button of the notice.
    pub async fn ended_by_person(&mut self) {
        if !self.is_pressed {
            std::future::pending().await
        }
    }

    /// One whose button was pressed.
    #[cfg(test)]
    pub fn pressed() -> Self {
        Self { is_pressed: true }
    }
}

//! What the person at the computer is asked, and sees, about remote sessions and before a
//! restart: message boxes, which Windows shows in a session of a user for a service.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

use tokio::sync::oneshot;
use windows::Win32::System::RemoteDesktop::WTSSendMessageW;
use windows::Win32::UI::WindowsAndMessaging::{
    IDNO, IDTIMEOUT, IDYES, MB_DEFBUTTON2, MB_ICONINFORMATION, MB_ICONQUESTION, MB_ICONWARNING,
    MB_OK, MB_SETFOREGROUND, MB_SYSTEMMODAL, MB_YESNO, MESSAGEBOX_RESULT, MESSAGEBOX_STYLE,
};
use windows::core::{PCWSTR, Result};

use super::accounts::{user_sessions, watched_session};
use crate::os::ConsentAnswer;
use crate::os::person_texts::{presence, question};
use crate::os::plain_text::plain_text;

const REMOTE: &str = "Remote session";
const MESSAGE: &str = "Message from your administrator";

/// Windows cannot take a message box of a service back. A notice is shown for so long, and
/// then again, until the session ends or somebody has hidden it.
const SHOWN_FOR: Duration = Duration::from_secs(60);

/// Stands on the screen as long as it exists.
#[derive(Debug)]
pub struct Notice {
    /// Dropped together with this: then nobody wants it any more.
    _shown: Option<Sender<()>>,
    ended: Option<oneshot::Receiver<()>>,
}

/// Asks whether somebody with this name may do what the reason says, and waits so many
/// seconds for the answer. Nobody is asked where no session is in use.
pub async fn ask(name: &str, reason: &str, seconds: u32) -> ConsentAnswer {
    if cfg!(test) {
        return ConsentAnswer::Nobody;
    }
    let text = question(name, reason);
    let (answered, answer) = oneshot::channel();
    // A thread of its own: a box that stays open must not keep the helper from its end.
    std::thread::spawn(move || answered.send(ask_now(&text, seconds)));
    answer.await.unwrap_or(ConsentAnswer::TimedOut)
}

/// Shows that somebody with this name is there.
pub fn show(name: &str) -> Notice {
    if cfg!(test) {
        return Notice { _shown: None, ended: None };
    }
    let text = format!("{}\n\nYes hides this message, No ends the session.", presence(name));
    let (shown, gone) = channel();
    let (end, ended) = oneshot::channel();
    std::thread::spawn(move || {
        if show_until(&text, &gone) {
            let _ = end.send(());
        }
    });
    Notice { _shown: Some(shown), ended: Some(ended) }
}

/// Shows a text to everybody who is logged in, and waits for nobody.
pub async fn announce(text: &str) {
    let text = plain_text(text);
    let show = move || {
        for session in user_sessions() {
            let shown = BoxToShow { title: MESSAGE, style: MB_OK | MB_ICONWARNING, waits: false };
            if let Err(error) = shown.show(session, &text, 0) {
                tracing::warn!(session, %error, "a message is not shown");
            }
        }
    };
    if let Err(error) = tokio::task::spawn_blocking(show).await {
        tracing::error!(%error, "a message cannot be shown");
    }
}

impl Notice {
    /// Waits until the person ends the session with the button of the notice.
    pub async fn ended_by_person(&mut self) {
        if let Some(ended) = &mut self.ended {
            let is_ended = ended.await.is_ok();
            self.ended = None;
            if is_ended {
                return;
            }
        }
        std::future::pending().await
    }

    /// One whose button was pressed.
    #[cfg(test)]
    pub fn pressed() -> Self {
        let (end, ended) = oneshot::channel();
        let _ = end.send(());
        Self { _shown: None, ended: Some(ended) }
    }
}

fn ask_now(text: &str, seconds: u32) -> ConsentAnswer {
    let Some(session) = watched_session() else { return ConsentAnswer::Nobody };
    // No is chosen from the beginning.
    let style = MB_YESNO | MB_DEFBUTTON2 | MB_ICONQUESTION;
    match remote(style).show(session, text, seconds) {
        Ok(pressed) => answer_of(pressed),
        Err(error) => {
            tracing::warn!(%error, "the person at the computer cannot be asked");
            ConsentAnswer::TimedOut
        }
    }
}

fn answer_of(pressed: MESSAGEBOX_RESULT) -> ConsentAnswer {
    match pressed {
        IDYES => ConsentAnswer::Granted,
        IDTIMEOUT => ConsentAnswer::TimedOut,
        _ => ConsentAnswer::Denied,
    }
}

/// Returns whether the person ended the session.
fn show_until(text: &str, gone: &Receiver<()>) -> bool {
    let seconds = u32::try_from(SHOWN_FOR.as_secs()).unwrap_or(u32::MAX);
    while gone.try_recv() == Err(TryRecvError::Empty) {
        let Some(session) = watched_session() else {
            // Somebody may log in later.
            if gone.recv_timeout(SHOWN_FOR) == Err(RecvTimeoutError::Timeout) {
                continue;
            }
            return false;
        };
        match remote(MB_YESNO | MB_ICONINFORMATION).show(session, text, seconds) {
            Ok(IDTIMEOUT) => {}
            Ok(pressed) => return pressed == IDNO,
            Err(error) => {
                tracing::warn!(%error, "a notice is not shown");
                return false;
            }
        }
    }
    false
}

/// A message box.
struct BoxToShow {
    title: &'static str,
    style: MESSAGEBOX_STYLE,
    /// Whether the answer is of interest.
    waits: bool,
}

fn remote(style: MESSAGEBOX_STYLE) -> BoxToShow {
    BoxToShow { title: REMOTE, style, waits: true }
}

impl BoxToShow {
    /// Shows it until a button is pressed, or for so many seconds; 0 is for ever.
    #[expect(unsafe_code, reason = "Windows takes two texts, and writes a number")]
    fn show(&self, session: u32, text: &str, seconds: u32) -> Result<MESSAGEBOX_RESULT> {
        let (title, text) = (units(self.title), units(text));
        let style = self.style | MB_SETFOREGROUND | MB_SYSTEMMODAL;
        let mut pressed = MESSAGEBOX_RESULT::default();
        // SAFETY: the texts live until the end and have the lengths that are passed; the
        // pointer is valid.
        unsafe {
            WTSSendMessageW(
                None,
                session,
                PCWSTR(title.as_ptr()),
                bytes(&title),
                PCWSTR(text.as_ptr()),
                bytes(&text),
                style,
                seconds,
                &mut pressed,
                self.waits,
            )?;
        }
        Ok(pressed)
    }
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn bytes(units: &[u16]) -> u32 {
    u32::try_from(size_of_val(units)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use windows::Win32::UI::WindowsAndMessaging::IDCANCEL;

    use super::*;

    #[test]
    fn only_yes_is_consent() {
        let answers = [IDYES, IDNO, IDTIMEOUT, IDCANCEL].map(answer_of);
        assert_eq!(
            answers,
            [
                ConsentAnswer::Granted,
                ConsentAnswer::Denied,
                ConsentAnswer::TimedOut,
                ConsentAnswer::Denied
            ]
        );
    }
}

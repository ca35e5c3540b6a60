//! The person at the computer: asked in a window, and shown who is there or a message.
//!
//! People on text consoles and remote logins are not asked; they are informed by a line.

use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use super::find_display::find_user_display;
use super::{consent_window, notice_window};
use crate::os::linux::notice_lines::write_notice_lines;
use crate::os::person_texts::{presence, question};
use crate::os::{ConsentAnswer, Problem};
use crate::remote::screen::apart::run_apart;

/// A window system that hangs is not waited for longer than the question lasts and this.
const GRACE: Duration = Duration::from_secs(5);

/// Asks whether somebody with this name may do what the reason says: "see this screen". When
/// somebody is there who cannot be shown a window, nobody has answered in time. The window
/// closes when this is dropped.
pub async fn ask_person(name: &str, reason: &str, seconds: u32) -> ConsentAnswer {
    let text = question(name, reason);
    ask_in_window(text, seconds).await.unwrap_or_else(|problem| {
        tracing::warn!(%problem, "the person at the computer cannot be asked");
        ConsentAnswer::TimedOut
    })
}

async fn ask_in_window(text: String, seconds: u32) -> Result<ConsentAnswer, Problem> {
    let Some(place) = find_user_display().await? else {
        return Ok(ConsentAnswer::Nobody);
    };
    let time = Duration::from_secs(u64::from(seconds));
    let (_shown, gone) = oneshot::channel();
    let work = move || consent_window::ask(place, text, time, gone);
    let answer = run_apart("consent", work).map_err(anyhow::Error::from)?;
    match timeout(time + GRACE, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(Problem::failed("the agent made a mistake with this question")),
        Err(_) => Err(Problem::failed("the window system does not answer")),
    }
}

/// How long a message is shown to somebody who does not react to it.
const MESSAGE_SHOWN_FOR: Duration = Duration::from_secs(600);

/// A notice that is shown until this is dropped.
#[derive(Debug)]
pub struct ShownNotice {
    /// Dropped together with this, which closes the window.
    _shown: oneshot::Sender<()>,
    ended: Option<oneshot::Receiver<bool>>,
}

impl ShownNotice {
    /// Waits until the person ends the session with the button in the window. Waits for ever
    /// when the notice is not shown any longer, as after a logout: that was not their wish.
    pub async fn ended_by_person(&mut self) {
        if let Some(ended) = &mut self.ended {
            let is_ended = ended.await.unwrap_or(false);
            self.ended = None;
            if is_ended {
                return;
            }
        }
        std::future::pending().await
    }
}

/// Shows that somebody with this name is there, in a window that stands above all others, and
/// once on each text console.
pub fn show_notice(name: &str) -> ShownNotice {
    let text = presence(name);
    let (shown, gone) = oneshot::channel();
    let work = move || async move {
        write_notice_lines(&text).await;
        show_in_window(text, "End", gone).await.unwrap_or_else(|problem| {
            tracing::warn!(%problem, "a notice is not shown");
            false
        })
    };
    let ended = run_apart("notice", work).inspect_err(|error| {
        tracing::error!(%error, "a notice cannot be shown");
    });
    ShownNotice { _shown: shown, ended: ended.ok() }
}

/// Shows a message, in a window that stands above all others until its button is pressed, and
/// once on each text console.
pub fn show_message(text: String) {
    let (shown, gone) = oneshot::channel();
    let work = move || async move {
        write_notice_lines(&text).await;
        if let Err(problem) = show_in_window(text, "OK", gone).await {
            tracing::warn!(%problem, "a message is not shown in a window");
        }
    };
    if let Err(error) = run_apart("message", work) {
        tracing::error!(%error, "a message cannot be shown");
    }
    tokio::spawn(async move {
        tokio::time::sleep(MESSAGE_SHOWN_FOR).await;
        // Closes the window.
        drop(shown);
    });
}

/// Returns whether the person pressed the button.
async fn show_in_window(
    text: String,
    button: &str,
    gone: oneshot::Receiver<()>,
) -> Result<bool, Problem> {
    match find_user_display().await? {
        Some(place) => notice_window::show(place, text, button, gone).await,
        None => Ok(false),
    }
}

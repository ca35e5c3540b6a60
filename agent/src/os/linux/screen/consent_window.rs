//! Asks the user of this computer, in a window.

use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::find_display::DisplayPlace;
use super::panel::{Panel, PanelAnswer};
use super::panel_window::Style;
use super::server::XServer;
use crate::os::{ConsentAnswer, Problem};

/// The first one is chosen from the beginning.
const BUTTONS: [&str; 2] = ["Deny", "Allow"];
const ALLOW: usize = 1;

/// Until then a click was meant for what was there before the window.
const TOO_SOON: Duration = Duration::from_millis(700);
const SECOND: Duration = Duration::from_secs(1);

/// Asks and waits for an answer, until the time is over or nobody waits for it any more.
pub async fn ask(
    place: DisplayPlace,
    text: String,
    time: Duration,
    mut gone: oneshot::Receiver<()>,
) -> Result<ConsentAnswer, Problem> {
    let server = XServer::connect(&place)?;
    let mut panel = Panel::open(server, &text, &BUTTONS, Style::Dialog)?;
    let begun = Instant::now();
    let until = begun + time;
    let mut raise_from = begun;
    loop {
        let now = Instant::now();
        let left = until.saturating_duration_since(now);
        if left.is_zero() {
            return Ok(ConsentAnswer::TimedOut);
        }
        let seconds = left.as_millis().div_ceil(1000);
        panel.set_footer(format!("Denied in {seconds} s without an answer."))?;
        if panel.is_covered() && raise_from <= now {
            panel.raise()?;
            raise_from = now + SECOND;
        }
        // Sends what was drawn as well; only after it says none there is nothing here.
        match panel.take_answer()? {
            Some(PanelAnswer::Button(ALLOW)) if begun.elapsed() < TOO_SOON => continue,
            Some(PanelAnswer::Button(ALLOW)) => return Ok(ConsentAnswer::Granted),
            Some(PanelAnswer::Button(_) | PanelAnswer::Closed) => return Ok(ConsentAnswer::Denied),
            None => {}
        }
        tokio::select! {
            readable = panel.readable() => readable?,
            () = sleep_until(until.min(now + SECOND)) => {}
            _ = &mut gone => return Ok(ConsentAnswer::TimedOut),
        }
    }
}

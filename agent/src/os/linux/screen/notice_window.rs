//! Shows a text above all other windows: who is here, as long as they are, or a message.

use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::find_display::DisplayPlace;
use super::panel::{Panel, PanelAnswer};
use super::panel_window::Style;
use super::server::XServer;
use crate::os::Problem;

/// Other windows may want to be above all as well: no quarrel with them.
const RAISE: Duration = Duration::from_secs(2);

/// Shows a text until nobody wants it any more. Returns whether the user pressed the button.
pub async fn show(
    place: DisplayPlace,
    text: String,
    button: &str,
    mut gone: oneshot::Receiver<()>,
) -> Result<bool, Problem> {
    let server = XServer::connect(&place)?;
    let mut panel = Panel::open(server, &text, &[button], Style::Notice)?;
    let mut raise_from = Instant::now();
    loop {
        match panel.take_answer()? {
            Some(PanelAnswer::Button(_)) => return Ok(true),
            // It stays until then.
            Some(PanelAnswer::Closed) => continue,
            None => {}
        }
        let covered = panel.is_covered();
        tokio::select! {
            readable = panel.readable() => readable?,
            () = sleep_until(raise_from), if covered => {
                panel.raise()?;
                raise_from = Instant::now() + RAISE;
            }
            _ = &mut gone => return Ok(false),
        }
    }
}

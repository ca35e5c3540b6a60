//! `muster freeze` and `muster thaw`: the switch that stops everything, from the
//! server's own command line. The thaw needs no second superuser here.

use std::time::Duration;

use super::output::print_line;
use crate::app::App;
use crate::auth::Identity;
use crate::config::Settings;
use crate::features::freeze::{freeze_now, thaw_now};

/// Freezes everything or a client, also while the server runs. Nothing begins
/// from then on; connected agents know it within seconds.
pub async fn freeze(settings: Settings, client: Option<i64>) -> anyhow::Result<()> {
    let app = App::open(settings).await?;
    let answer = freeze_now(&app, &Identity::console(), client).await;
    app.close(Duration::from_secs(5)).await;
    print_line(answer?);
    Ok(())
}

/// Ends such a freeze.
pub async fn thaw(settings: Settings, client: Option<i64>) -> anyhow::Result<()> {
    let app = App::open(settings).await?;
    let answer = thaw_now(&app, &Identity::console(), client).await;
    app.close(Duration::from_secs(5)).await;
    print_line(answer?);
    Ok(())
}

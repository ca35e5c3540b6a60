//! `PUT /core/settings/`: changes settings.

use axum::Json;
use axum::extract::State;

use super::check::must_fit;
use super::form::SettingsForm;
use super::show_settings::{KEY, SettingsAnswer};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::alert_templates::check_reference;
use crate::domain::definitions::{self, Changed};
use crate::domain::fleet::AffectedAgents;
use crate::domain::references::check_references;
use crate::domain::settings;
use crate::domain::settings::queries::{self, SettingsRow};
use crate::domain::settings::{CoreSettings, secrets};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Body, IfMatch};

/// Change the settings.
///
/// Absent keys keep their value. Of a secret, the mask keeps it as well; null
/// and `""` clear it. A change of the server or user that a secret is for needs
/// the secret again. Only callers without a scope may do this.
#[utoipa::path(
    put,
    path = "/core/settings/",
    tag = "core",
    params(IfMatch),
    request_body = SettingsForm,
    responses((status = 200, body = SettingsAnswer), (status = "default", body = ErrorBody)),
)]
pub async fn update_settings(
    State(app): State<App>,
    caller: Caller<may::EditCoreSettings>,
    seen: IfMatch,
    Body(form): Body<SettingsForm>,
) -> Result<Json<SettingsAnswer>, ApiError> {
    caller.must_see_everything()?;
    let mut change = Change::begin(&app, &caller).await?;
    let row = queries::lock_settings(&*change).await?;
    let old = settings::open(&row, &app.vault)?;
    must_be_newest(&app, &seen, row)?;
    let entered = form.entered_secrets();
    let new = form.applied_to(&old).map_err(|error| ApiError::Internal(error.into()))?;
    let mut problems = must_fit(&old, &new, &entered);
    let references =
        [("server_policy", new.server_policy), ("workstation_policy", new.workstation_policy)];
    check_references(&*change, &references, &mut problems).await?;
    let template = ("alert_template", new.alert_template);
    check_reference(&*change, template, &mut problems).await?;
    ApiError::refuse(problems)?;

    let sealed = new.seal_secrets(&app.vault);
    queries::update_settings(&*change, &new, sealed, change.username()).await?;
    let catches_up = [&old, &new].map(|settings| settings.patch_catch_up_hours);
    if policies_of(&new) != policies_of(&old) || catches_up[0] != catches_up[1] {
        definitions::touch(&change, &AffectedAgents::everything()).await?;
    }
    if shells_of(&new) != shells_of(&old) {
        definitions::mark_due(&change, Changed::Values(&AffectedAgents::everything())).await?;
    }
    if old.script_approval != new.script_approval {
        definitions::mark_due(&change, Changed::UnapprovedScripts).await?;
    }
    let row = queries::find_settings(&*change).await?;
    change.publish(Event::saved(Entity::CoreSettings, KEY));
    let entry = Entry::new(Action::Modify, ObjectType::CoreSettings, KEY, message(&old, &new));
    change.commit(entry.before(&old.plain()).after(&new.plain())).await?;
    SettingsAnswer::new(row, &app.vault).map(Json)
}

fn must_be_newest(app: &App, seen: &IfMatch, row: SettingsRow) -> Result<(), ApiError> {
    let stamps = row.stamps.clone();
    seen.must_be_newest(&stamps, &SettingsAnswer::new(row, &app.vault)?)
}

fn policies_of(settings: &CoreSettings) -> [Option<i64>; 2] {
    [settings.server_policy, settings.workstation_policy]
}

/// The default shells for commands of tasks.
fn shells_of(settings: &CoreSettings) -> [&str; 6] {
    [
        &settings.default_shell_windows,
        &settings.default_shell_windows_custom,
        &settings.default_shell_linux,
        &settings.default_shell_linux_custom,
        &settings.default_shell_darwin,
        &settings.default_shell_darwin_custom,
    ]
}

/// Which settings changed, secrets only by name.
fn message(old: &CoreSettings, new: &CoreSettings) -> String {
    let before = old.plain();
    let plain = new.plain();
    let mut names: Vec<&str> = plain
        .iter()
        .filter(|(name, value)| before.get(*name) != Some(value))
        .map(|(name, _)| name.as_str())
        .collect();
    let pairs = secrets::NAMES.into_iter().zip(old.secrets().into_iter().zip(new.secrets()));
    names.extend(pairs.filter(|(_, (old, new))| old != new).map(|(name, _)| name));
    match names.len() {
        0 => "saved the settings without a change".to_owned(),
        _ => format!("changed the settings {}", names.join(", ")),
    }
}

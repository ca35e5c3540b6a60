//! Which updates are requested.

use utoipa::IntoParams;

use super::queries::{ACTION, Selection};
use super::update::DECISIONS;
use crate::auth::Scope;
use crate::input::{Fields, Parse};

const SEVERITIES: &[&str] = &["Critical", "Important", "Moderate", "Low", "other", ""];

/// What narrows a list of updates.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UpdateFilter {
    /// Whether they are installed.
    installed: Option<bool>,
    /// What is in force: `approve`, `ignore` or `nothing`.
    action: Option<String>,
    /// `Critical`, `Important`, `Moderate`, `Low`, or `other` for none.
    severity: Option<String>,
}

impl Parse for UpdateFilter {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            installed: fields.flag("installed").optional(),
            action: fields.text("action").one_of(DECISIONS).optional(),
            severity: fields.text("severity").one_of(SEVERITIES).optional(),
        }
    }
}

impl UpdateFilter {
    /// The updates in scope that fit.
    pub fn selection(&self, scope: &Scope) -> Selection {
        let mut selection = Selection::new(scope.site_condition("s.client_id", "s.id"));
        if let Some(installed) = self.installed {
            let sign = if installed { "=" } else { "<>" };
            selection.and(&format!("w.state {sign} 'installed'"));
        }
        if let Some(action) = self.action.as_deref() {
            selection.equals(&format!("({ACTION})"), action);
        }
        match self.severity.as_deref() {
            None => {}
            Some("other") => selection.equals("w.severity", ""),
            Some(severity) => selection.equals("w.severity", severity),
        }
        selection
    }
}

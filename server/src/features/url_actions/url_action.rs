//! A URL action as the API shows it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::auth::MASK;
use crate::domain::webhooks::{ActionType, RestMethod, StoredAction};

/// An address with placeholders, and what is done with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UrlAction {
    /// Key of the URL action.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// What it is for.
    pub desc: String,
    /// The address, with placeholders.
    pub pattern: String,
    /// `web`: a person opens it; `rest`: the server calls it.
    #[schema(value_type = String, extensions(("x-enum-values" = json!(ActionType::NAMES))))]
    pub action_type: ActionType,
    /// The method of a call: `get`, `post`, `put`, `delete` or `patch`.
    #[schema(value_type = String, extensions(("x-enum-values" = json!(RestMethod::NAMES))))]
    pub rest_method: RestMethod,
    /// The body of a call, with placeholders.
    pub rest_body: String,
    /// The headers of a call: a JSON object as text, `""` for none. Values whose
    /// name says that they are secret are `"********"`.
    pub rest_headers: String,
    /// What calls are signed with: `"********"`, or null when they are not.
    pub signing_secret: Option<String>,
    /// Who made and changed it.
    #[serde(flatten)]
    pub stamps: Stamps,
}

impl UrlAction {
    /// A stored URL action as it is shown.
    pub fn of(action: &StoredAction) -> Self {
        Self {
            id: action.id,
            name: action.name.clone(),
            desc: action.desc.clone(),
            pattern: action.template.pattern.clone(),
            action_type: action.action_type,
            rest_method: action.template.method,
            rest_body: action.template.body.clone(),
            rest_headers: action.template.headers.shown(),
            signing_secret: action.secret.as_ref().map(|_| MASK.to_owned()),
            stamps: action.stamps.clone(),
        }
    }
}

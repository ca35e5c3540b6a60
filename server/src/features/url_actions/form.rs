//! What a caller may send about a URL action.

use serde_json::Value;
use utoipa::ToSchema;

use crate::audit::Stamps;
use crate::auth::{MASK, Secret};
use crate::domain::webhooks::{
    ActionType, Headers, RestMethod, StoredAction, Template, pattern_problem, server_of,
};
use crate::error::{ApiError, Problems, add_problem};
use crate::input::{Field, Fields, Parse};
use crate::storage::TextEnum;

const LONGEST_NAME: usize = 255;
const LONGEST_DESC: usize = 1000;
const LONGEST_PATTERN: usize = 4096;
/// Bytes of the longest body.
const LONGEST_BODY: usize = 64 * 1024;
const LONGEST_SECRET: usize = 255;
/// A shorter secret could be guessed from one signed request.
const SHORTEST_SECRET: usize = 16;

/// A secret stays only as long as it goes where it was meant to.
const MOVED: &str = "enter it again: it was for another server";

/// A new URL action.
#[derive(ToSchema)]
pub struct CreateUrlAction {
    /// What it is called; trimmed.
    name: String,
    /// The address, with placeholders. That of a call begins with `https://` or
    /// `http://`, and its host comes from nothing but the key store.
    pattern: String,
    /// What it is for.
    #[schema(required = false)]
    desc: String,
    /// `web`: a person opens it; `rest`: the server calls it.
    #[schema(required = false, value_type = String, default = "web")]
    action_type: ActionType,
    /// The method of a call.
    #[schema(required = false, value_type = String, default = "post")]
    rest_method: RestMethod,
    /// The body of a call, with placeholders, at most 64 KiB.
    #[schema(required = false)]
    rest_body: String,
    /// The headers of a call: a JSON object of texts, as text or as it is.
    #[schema(required = false, value_type = String)]
    rest_headers: Headers,
    /// What calls are signed with, 16 characters or more; absent: they are not.
    #[schema(value_type = Option<String>)]
    signing_secret: Option<Secret>,
}

/// What to change of a URL action. Absent keys keep what they have.
#[derive(ToSchema)]
pub struct UrlActionForm {
    /// What it is called; trimmed.
    name: Option<String>,
    /// The address, with placeholders.
    pattern: Option<String>,
    /// What it is for; null for nothing.
    desc: Option<String>,
    /// `web`: a person opens it; `rest`: the server calls it.
    #[schema(value_type = Option<String>)]
    action_type: Option<ActionType>,
    /// The method of a call.
    #[schema(value_type = Option<String>)]
    rest_method: Option<RestMethod>,
    /// The body of a call, with placeholders; null for none.
    rest_body: Option<String>,
    /// The headers of a call: a JSON object of texts, as text or as it is; null
    /// for none. A mask keeps the value of its header.
    #[schema(value_type = Option<String>)]
    rest_headers: Option<Headers>,
    /// What calls are signed with, 16 characters or more. The mask keeps it; null
    /// and `""` clear it.
    #[schema(value_type = Option<String>)]
    signing_secret: Option<Option<Secret>>,
}

impl Parse for CreateUrlAction {
    fn parse(fields: &Fields<'_>) -> Self {
        let is_secret = |text: &String| text != MASK;
        let secret = secret(fields).check(is_secret, "this is the mask of a secret, not a secret");
        let form = Self {
            name: name(fields).required(),
            pattern: pattern(fields).required(),
            desc: desc(fields).or(String::new()),
            action_type: read_enum(action_type(fields).or(String::new())),
            rest_method: read_enum(rest_method(fields).or(String::new())),
            rest_body: body(fields).or(String::new()),
            rest_headers: new_headers(fields),
            signing_secret: secret.secret().flatten(),
        };
        if !form.pattern.is_empty()
            && let Some(problem) = pattern_problem(form.action_type, &form.pattern)
        {
            fields.problem("pattern", problem);
        }
        form
    }
}

impl Parse for UrlActionForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: name(fields).optional(),
            pattern: pattern(fields).optional(),
            desc: desc(fields).nullable().map(Option::unwrap_or_default),
            action_type: action_type(fields).optional().map(read_enum),
            rest_method: rest_method(fields).optional().map(read_enum),
            rest_body: body(fields).nullable().map(Option::unwrap_or_default),
            rest_headers: headers(fields),
            signing_secret: secret(fields).secret(),
        }
    }
}

impl From<CreateUrlAction> for StoredAction {
    fn from(form: CreateUrlAction) -> Self {
        Self {
            id: 0,
            name: form.name,
            desc: form.desc,
            action_type: form.action_type,
            template: Template {
                pattern: form.pattern,
                method: form.rest_method,
                body: form.rest_body,
                headers: form.rest_headers,
            },
            secret: form.signing_secret,
            stamps: Stamps::none(),
        }
    }
}

impl UrlActionForm {
    /// The URL action with this change made.
    pub fn applied_to(self, old: &StoredAction) -> Result<StoredAction, ApiError> {
        let StoredAction { template, .. } = old;
        let action_type = self.action_type.unwrap_or(old.action_type);
        let pattern = self.pattern.unwrap_or_else(|| template.pattern.clone());
        let mut problems = Problems::new();
        if let Some(problem) = pattern_problem(action_type, &pattern) {
            add_problem(&mut problems, "pattern", problem);
        }
        // Otherwise a caller who may not read a secret would have it sent to a
        // server of their own.
        let is_moved = server_of(&pattern) != server_of(&template.pattern);
        let is_kept = self.signing_secret.is_none() && old.secret.is_some();
        if is_moved && is_kept {
            add_problem(&mut problems, "signing_secret", MOVED);
        }
        let headers = match self.rest_headers {
            None if is_moved => template.headers.moved(),
            None => Ok(template.headers.clone()),
            Some(sent) => sent.unmasked((!is_moved).then_some(&template.headers)),
        };
        let headers = headers.unwrap_or_else(|sentences| {
            problems.entry("rest_headers".to_owned()).or_default().extend(sentences);
            Headers::default()
        });
        ApiError::refuse(problems)?;
        let method = self.rest_method.unwrap_or(template.method);
        let body = self.rest_body.unwrap_or_else(|| template.body.clone());
        Ok(StoredAction {
            name: self.name.unwrap_or_else(|| old.name.clone()),
            desc: self.desc.unwrap_or_else(|| old.desc.clone()),
            action_type,
            template: Template { pattern, method, body, headers },
            secret: self.signing_secret.unwrap_or_else(|| old.secret.clone()),
            ..old.clone()
        })
    }
}

fn name<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("name").trimmed().not_blank().max(LONGEST_NAME)
}

pub fn pattern<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("pattern").not_blank().max(LONGEST_PATTERN)
}

fn desc<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("desc").max(LONGEST_DESC)
}

fn action_type<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("action_type").one_of(ActionType::NAMES)
}

pub fn rest_method<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("rest_method").one_of(RestMethod::NAMES)
}

pub fn body<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("rest_body").max_bytes(LONGEST_BODY)
}

/// What calls are signed with.
pub fn secret<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    let is_long =
        |text: &String| text.is_empty() || text == MASK || text.chars().count() >= SHORTEST_SECRET;
    let field = fields.text("signing_secret").max_bytes(LONGEST_SECRET);
    field.check(is_long, "must have at least 16 characters")
}

/// The value of a name that was checked; the default of one that was not sent.
pub fn read_enum<T: TextEnum + Default>(name: String) -> T {
    T::from_name(&name).unwrap_or_default()
}

/// The headers, if they were sent; null and `""` are none.
pub fn headers(fields: &Fields<'_>) -> Option<Headers> {
    const FIELD: &str = "rest_headers";
    let text = match fields.json(FIELD).nullable()? {
        None => String::new(),
        Some(Value::String(text)) => text,
        Some(object @ Value::Object(_)) => format!("{object:#}"),
        Some(_) => {
            fields.problem(FIELD, "must be a JSON object of texts");
            return None;
        }
    };
    let read = Headers::parse(&text);
    let refuse =
        |problems: Vec<String>| problems.into_iter().for_each(|one| fields.problem(FIELD, one));
    read.map_err(refuse).ok()
}

/// The headers of something new, where a mask stands for nothing.
fn new_headers(fields: &Fields<'_>) -> Headers {
    let sent = headers(fields).unwrap_or_default();
    sent.unmasked(None).unwrap_or_else(|masks| {
        masks.into_iter().for_each(|one| fields.problem("rest_headers", one));
        Headers::default()
    })
}

//! `POST /clients/`: a new client with its first site.

use axum::Json;
use axum::extract::State;
use serde_json::Value;
use utoipa::ToSchema;

use super::client::Client;
use super::form::{Form, Stored, name, nested_or_flat, refuse_custom_fields};
use super::queries;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Scope, extend_scope, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::input::{Body, Fields, Parse};

const FIRST_SITE: &str = "Default";

/// A new client. Its fields may also stand without `client` around them.
#[derive(Debug, ToSchema)]
pub struct CreateClient {
    client: Form,
    /// The first site; `Default` if not said.
    #[schema(required = false)]
    site: FirstSite,
    /// Values of custom fields.
    #[schema(required = false)]
    #[expect(dead_code, reason = "describes what the body may hold")]
    custom_fields: Vec<Value>,
    #[schema(ignore)]
    path: String,
}

/// The first site of a new client.
#[derive(Debug, ToSchema)]
pub struct FirstSite {
    /// Trimmed.
    #[schema(max_length = 255)]
    name: String,
}

impl Parse for CreateClient {
    fn parse(fields: &Fields<'_>) -> Self {
        let (client, path) = nested_or_flat(fields, "client", Form::of_new);
        let site = match fields.object("site") {
            Some(site) => name(&site, "name").required(),
            None => FIRST_SITE.to_owned(),
        };
        refuse_custom_fields(fields);
        Self { client, site: FirstSite { name: site }, custom_fields: Vec::new(), path }
    }
}

/// Create a client with its first site.
///
/// A caller with a scope gets the client added to it.
#[utoipa::path(
    post,
    path = "/clients/",
    tag = "clients",
    request_body = CreateClient,
    responses((status = 200, body = Client), (status = "default", body = ErrorBody)),
)]
pub async fn create_client(
    State(app): State<App>,
    caller: Caller<may::ManageClients>,
    Body(request): Body<CreateClient>,
) -> Result<Json<Client>, ApiError> {
    let CreateClient { client, site, path, .. } = request;
    let (client, name_field) = (client.over(Stored::default()), format!("{path}name"));
    let site = Stored { name: site.name, ..Stored::default() };

    let mut change = Change::begin(&app, &caller).await?;
    if queries::client_name_taken(&*change, &client.name, None).await? {
        return Err(queries::name_taken(&name_field));
    }
    let inserted = queries::insert_client(&change, &client).await;
    let id = inserted.map_err(|error| queries::refusal(error, &name_field))?;
    let site = queries::insert_site(&change, id, &site).await?;
    extend_scope(&*change, &caller, &[id], &[]).await?;
    change.tell(Event::saved("client", id).about(id, site));

    let created = queries::find_client(&*change, &Scope::everything(), id).await?;
    let created = created.ok_or(ApiError::NotFound("client"))?;
    let message = format!("added client {}", created.name);
    let entry = Entry::new(Action::Add, ObjectType::Client, id, message).client(id);
    change.commit(entry.after(&created.audited())).await?;
    Ok(Json(created))
}

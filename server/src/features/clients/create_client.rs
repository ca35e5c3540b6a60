//! `POST /clients/`: a new client with its first site.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::client::Client;
use super::form::{Form, StoredFields, name, nested_or_flat};
use super::queries;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Scope, extend_scope, may};
use crate::domain::custom_fields::{CustomFieldEntry, Entries, Model, Owner, check_new, store};
use crate::domain::fleet::EnrolmentApproval;
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::{Entity, Event};
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
    #[schema(required = false, value_type = Vec<CustomFieldEntry>)]
    custom_fields: Entries,
    #[schema(ignore)]
    path: String,
}

/// The first site of a new client.
#[derive(Debug, ToSchema)]
pub struct FirstSite {
    /// Trimmed.
    name: String,
    /// Values of custom fields of the site.
    #[schema(required = false, value_type = Vec<CustomFieldEntry>)]
    custom_fields: Entries,
}

impl Parse for CreateClient {
    fn parse(fields: &Fields<'_>) -> Self {
        let (client, path) = nested_or_flat(fields, "client", Form::of_new);
        let site = match fields.object("site") {
            Some(site) => FirstSite {
                name: name(&site, "name").required(),
                custom_fields: Entries::parse(&site),
            },
            None => FirstSite {
                name: FIRST_SITE.to_owned(),
                custom_fields: Entries::none("site.custom_fields"),
            },
        };
        Self { client, site, custom_fields: Entries::parse(fields), path }
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
    let CreateClient { client, site, custom_fields: entries, path } = request;
    let (client, name_field) = (client.merged_with(StoredFields::default()), format!("{path}name"));
    let FirstSite { name, custom_fields: site_entries } = site;

    let mut change = Change::begin(&app, &caller).await?;
    let mut problems = Problems::new();
    if queries::client_name_taken(&*change, &client.name, None).await? {
        add_problem(&mut problems, &name_field, queries::NAME_TAKEN);
    }
    client.check(&change, &path, &mut problems).await?;
    let values = check_new(&*change, Model::Client, &entries, &mut problems).await?;
    let site_values = check_new(&*change, Model::Site, &site_entries, &mut problems).await?;
    ApiError::refuse(problems)?;

    let inserted = queries::insert_client(&change, &client).await;
    let id = inserted.map_err(|error| queries::refusal(error, &name_field))?;
    let site = StoredFields { name, ..StoredFields::default() };
    let approval = EnrolmentApproval::default();
    let site = queries::insert_site(&change, id, &site, approval).await?;
    store(&*change, Owner { model: Model::Client, id }, &values).await?;
    store(&*change, Owner { model: Model::Site, id: site }, &site_values).await?;
    extend_scope(&*change, &caller, &[id], &[]).await?;
    change.publish(Event::saved(Entity::Client, id).about(id, site));

    let created = queries::find_client(&*change, &Scope::everything(), id).await?;
    let created = created.ok_or(ApiError::NotFound("client"))?;
    let message = format!("added client {}", created.name);
    let entry = Entry::new(Action::Add, ObjectType::Client, id, message).client(id);
    change.commit(entry.after(&created.audited())).await?;
    Ok(Json(created))
}

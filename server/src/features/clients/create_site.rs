//! `POST /clients/sites/`: a new site of a client.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::form::{Form, StoredFields, approval, nested_or_flat};
use super::queries;
use super::site::Site;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Scope, extend_scope, may};
use crate::domain::custom_fields::{CustomFieldEntry, Entries, Model, Owner, check_new, store};
use crate::domain::fleet::EnrolmentApproval;
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::{Entity, Event};
use crate::input::{Body, Fields, Parse};

/// A new site. Its fields may also stand without `site` around them.
#[derive(Debug, ToSchema)]
pub struct CreateSite {
    site: SiteForm,
    /// Values of custom fields.
    #[schema(required = false, value_type = Vec<CustomFieldEntry>)]
    custom_fields: Entries,
    #[schema(ignore)]
    path: String,
}

/// The fields of a new site.
#[derive(Debug, ToSchema)]
pub struct SiteForm {
    /// Key of the client.
    client: i64,
    /// Which computers wait for approval: `off` (if not said), `new` or `all`.
    #[schema(value_type = String, required = false)]
    enrolment_approval: EnrolmentApproval,
    #[serde(flatten)]
    form: Form,
}

impl Parse for CreateSite {
    fn parse(fields: &Fields<'_>) -> Self {
        let (site, path) = nested_or_flat(fields, "site", |fields| SiteForm {
            client: fields.whole("client").required(),
            enrolment_approval: approval(fields).unwrap_or_default(),
            form: Form::of_new(fields),
        });
        Self { site, custom_fields: Entries::parse(fields), path }
    }
}

/// Create a site.
///
/// A caller who sees only some sites of the client gets the new one added to
/// their scope.
#[utoipa::path(
    post,
    path = "/clients/sites/",
    tag = "clients",
    request_body = CreateSite,
    responses((status = 200, body = Site), (status = "default", body = ErrorBody)),
)]
pub async fn create_site(
    State(app): State<App>,
    caller: Caller<may::ManageSites>,
    Body(request): Body<CreateSite>,
) -> Result<Json<Site>, ApiError> {
    let CreateSite { site, custom_fields: entries, path } = request;
    let SiteForm { client, enrolment_approval, form } = site;
    let (site, name_field) = (form.merged_with(StoredFields::default()), format!("{path}name"));

    let mut change = Change::begin(&app, &caller).await?;
    let mut problems = Problems::new();
    if queries::find_client(&*change, &caller.scope, client).await?.is_none() {
        add_problem(&mut problems, format!("{path}client"), "choose a client");
    } else if queries::site_name_taken(&*change, client, &site.name, None).await? {
        add_problem(&mut problems, &name_field, queries::NAME_TAKEN);
    }
    site.check(&change, &path, &mut problems).await?;
    let values = check_new(&*change, Model::Site, &entries, &mut problems).await?;
    ApiError::refuse(problems)?;

    let inserted = queries::insert_site(&change, client, &site, enrolment_approval).await;
    let id = inserted.map_err(|error| queries::refusal(error, &name_field))?;
    store(&*change, Owner { model: Model::Site, id }, &values).await?;
    if !caller.scope.has_whole_client(client) {
        extend_scope(&*change, &caller, &[], &[id]).await?;
    }
    change.publish(Event::saved(Entity::Site, id).about(client, id));

    let created = queries::find_site(&*change, &Scope::everything(), id).await?;
    let created = created.ok_or(ApiError::NotFound("site"))?;
    let message = format!("added site {} of client {}", created.name, created.client_name);
    let entry = Entry::new(Action::Add, ObjectType::Site, id, message).client(client);
    change.commit(entry.site(id, &created.name).after(&created.audited())).await?;
    Ok(Json(created))
}

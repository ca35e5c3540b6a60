//! `PUT /clients/sites/<id>/`: changes a site, or moves it to another client.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::form::{Form, StoredFields, approval, nested_or_flat};
use super::queries;
use super::site::Site;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, Scope, may};
use crate::domain::custom_fields::{CustomFieldEntry, Entries, Model, Owner, check, store};
use crate::domain::definitions::{self, Changed};
use crate::domain::fleet::{AffectedAgents, EnrolmentApproval};
use crate::domain::freeze::must_stay_frozen;
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::{Entity, Event};
use crate::input::{Body, Fields, IfMatch, Parse, Path};
use crate::storage::sql;

/// What to change. The fields may also stand without `site` around them.
#[derive(Debug, ToSchema)]
pub struct UpdateSite {
    site: SiteChanges,
    /// Values of custom fields; those not named stay.
    #[schema(required = false, value_type = Vec<CustomFieldEntry>)]
    custom_fields: Entries,
    #[schema(ignore)]
    path: String,
}

/// The fields of a site that can change.
#[derive(Debug, ToSchema)]
pub struct SiteChanges {
    /// Key of the client the site moves to, with its agents.
    client: Option<i64>,
    /// Which computers wait for approval: `off`, `new` or `all`.
    #[schema(value_type = Option<String>)]
    enrolment_approval: Option<EnrolmentApproval>,
    #[serde(flatten)]
    form: Form,
}

impl Parse for UpdateSite {
    fn parse(fields: &Fields<'_>) -> Self {
        let (site, path) = nested_or_flat(fields, "site", |fields| SiteChanges {
            client: fields.whole("client").optional(),
            enrolment_approval: approval(fields),
            form: Form::of_existing(fields),
        });
        Self { site, custom_fields: Entries::parse(fields), path }
    }
}

/// Change a site.
///
/// `client` moves it with its agents; a client keeps at least one site.
#[utoipa::path(
    put,
    path = "/clients/sites/{id}/",
    tag = "clients",
    params(("id" = i64, Path, description = "Key of the site"), IfMatch),
    request_body = UpdateSite,
    responses((status = 200, body = Site), (status = "default", body = ErrorBody)),
)]
pub async fn update_site(
    State(app): State<App>,
    caller: Caller<may::ManageSites>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<UpdateSite>,
) -> Result<Json<Site>, ApiError> {
    let UpdateSite { site, custom_fields: entries, path } = request;
    let SiteChanges { client, enrolment_approval, form } = site;
    let mut change = Change::begin(&app, &caller).await?;
    sql::lock_row(&*change, "sites", id).await?;
    let before = queries::find_site(&*change, &caller.scope, id).await?;
    let before = before.ok_or(ApiError::NotFound("site"))?;
    seen.must_be_newest(&before.stamps, &before)?;
    let client = client.unwrap_or(before.client);
    if client != before.client {
        check_move(&change, &caller, &before, client, &path).await?;
    }
    let (site, name_field) = (form.merged_with(StoredFields::from(&before)), format!("{path}name"));
    let mut problems = Problems::new();
    if queries::site_name_taken(&*change, client, &site.name, Some(id)).await? {
        add_problem(&mut problems, &name_field, queries::NAME_TAKEN);
    }
    site.check(&change, &path, &mut problems).await?;
    let values = check(&*change, Model::Site, &entries, &mut problems).await?;
    ApiError::refuse(problems)?;

    let approval = enrolment_approval.unwrap_or(before.enrolment_approval);
    let updated = queries::update_site(&change, id, client, &site, approval).await;
    updated.map_err(|error| queries::refusal(error, &name_field))?;
    let owner = Owner { model: Model::Site, id };
    store(&*change, owner, &values).await?;
    definitions::mark_due(&change, Changed::Values(&owner.touched())).await?;
    if client != before.client || site.has_other_policies(&StoredFields::from(&before)) {
        definitions::touch(&change, &AffectedAgents::site(id)).await?;
    }
    change.publish(Event::saved(Entity::Site, id).about(client, id));

    let after = queries::find_site(&*change, &Scope::everything(), id).await?;
    let after = after.ok_or(ApiError::NotFound("site"))?;
    let message = format!("changed site {} of client {}", after.name, after.client_name);
    let entry = Entry::new(Action::Modify, ObjectType::Site, id, message).client(client);
    let entry = entry.site(id, &after.name).before(&before.audited()).after(&after.audited());
    change.commit(entry).await?;
    Ok(Json(after))
}

/// The new client must be in scope as a whole, and the old one must keep another
/// site.
async fn check_move(
    change: &Change,
    caller: &Identity,
    site: &Site,
    client: i64,
    path: &str,
) -> Result<(), ApiError> {
    let target = queries::find_client(&**change, &caller.scope, client).await?;
    if target.is_none() || !caller.scope.has_whole_client(client) {
        return Err(ApiError::invalid(format!("{path}client"), "choose a client"));
    }
    must_stay_frozen(&**change, site.client, client).await?;
    refuse_only_site(change, site, "moved").await
}

/// A client without a site could take no agents.
pub(super) async fn refuse_only_site(
    change: &Change,
    site: &Site,
    done: &str,
) -> Result<(), ApiError> {
    if queries::count_sites(&**change, site.client).await? > 1 {
        return Ok(());
    }
    Err(ApiError::Conflict(format!(
        "{} is the only site of {} and cannot be {done}",
        site.name, site.client_name
    )))
}

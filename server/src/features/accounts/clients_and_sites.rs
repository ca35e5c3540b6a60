//! Lists of clients and sites that callers send.

use sea_orm::ConnectionTrait;

use super::queries;
use crate::error::{ApiError, Problems};

/// Refuses lists that name a client or site that does not exist; the names
/// are those of the two fields.
pub async fn must_exist(
    db: &impl ConnectionTrait,
    (client_field, clients): (&str, &[i64]),
    (site_field, sites): (&str, &[i64]),
) -> Result<(), ApiError> {
    let known_clients = queries::clients_and_sites::existing_clients(db, clients).await?;
    let known_sites = queries::clients_and_sites::clients_of_sites(db, sites).await?;
    let mut problems = Problems::new();
    for (index, id) in clients.iter().enumerate() {
        if !known_clients.contains(id) {
            let sentence = vec!["there is no such client".to_owned()];
            problems.insert(format!("{client_field}[{index}]"), sentence);
        }
    }
    for (index, id) in sites.iter().enumerate() {
        if !known_sites.contains_key(id) {
            let sentence = vec!["there is no such site".to_owned()];
            problems.insert(format!("{site_field}[{index}]"), sentence);
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(ApiError::Invalid(problems)) }
}

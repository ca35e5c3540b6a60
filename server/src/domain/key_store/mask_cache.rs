//! The masks of this server, kept in memory for as long as the key store stays
//! the same.

use std::sync::{Arc, Mutex, PoisonError};

use sea_orm::{ConnectionTrait, DbErr};

use super::masks::Masks;
use super::queries;
use crate::auth::{Purpose, Secret, Vault};
use crate::storage::sql;

/// Differs after every change of the key store, whichever server made it. An
/// expression for other queries: it costs no statement of its own there.
pub const VERSION: &str = "(select cast(coalesce(sum(revision), 0) as bigint) from key_store)";

/// The masks for one version of the key store.
#[derive(Default)]
pub struct MaskCache {
    known: Mutex<Option<(i64, Arc<Masks>)>>,
}

impl MaskCache {
    /// The masks for this version, which the caller has just read.
    pub async fn at(
        &self,
        version: i64,
        db: &impl ConnectionTrait,
        vault: &Vault,
    ) -> Result<Arc<Masks>, DbErr> {
        if let Some(masks) = self.find(version) {
            return Ok(masks);
        }
        let masks = Arc::new(load(db, vault).await?);
        let known = Some((version, masks.clone()));
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = known;
        Ok(masks)
    }

    /// The masks for the key store as it is now.
    pub async fn newest(
        &self,
        db: &impl ConnectionTrait,
        vault: &Vault,
    ) -> Result<Arc<Masks>, DbErr> {
        let version = sql::number(db, &format!("select {VERSION}"), []).await?;
        self.at(version, db, vault).await
    }

    fn find(&self, version: i64) -> Option<Arc<Masks>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.as_ref().filter(|(of, _)| *of == version).map(|(_, masks)| masks.clone())
    }
}

/// One that cannot be opened is left out: output has to be stored nevertheless.
async fn load(db: &impl ConnectionTrait, vault: &Vault) -> Result<Masks, DbErr> {
    let sealed = queries::list_sealed_secrets(db).await?;
    let opened = sealed.iter().filter_map(|sealed| {
        let text = vault
            .open_sealed(Purpose::KeyStore, sealed)
            .ok()
            .and_then(|text| String::from_utf8(text).ok());
        if text.is_none() {
            tracing::error!("a secret of the key store cannot be decrypted, nor masked in output");
        }
        text.map(Secret::new)
    });
    Ok(Masks::new(opened))
}

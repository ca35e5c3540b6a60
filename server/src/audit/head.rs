//! The head of the audit log: where it begins and ends, signed with the key that
//! is not in the database.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};

use crate::auth::Vault;
use crate::storage::sql;
use crate::time::Timestamp;

/// In place of the keyed hash in every head that follows a forged one.
const FORGED: &str = "forged";

const SELECT: &str = "select last_id, last_hash, last_time, ordered_from, counter, pruned_id,
        pruned_hash, mac
   from audit_head
  where id = 1";

#[derive(Clone, FromQueryResult)]
pub struct Head {
    pub last_id: i64,
    pub last_hash: String,
    pub last_time: Timestamp,
    /// From this row on, none is earlier than the one before it.
    pub ordered_from: i64,
    /// How often the head was changed.
    pub counter: i64,
    /// The last row that the retention of the log has removed, and its hash.
    pub pruned_id: i64,
    pub pruned_hash: String,
    /// The keyed hash of all of this; empty before a server has signed it.
    mac: String,
}

impl Head {
    /// The head, unless somebody has removed it.
    pub async fn read(db: &impl ConnectionTrait) -> Result<Option<Self>, DbErr> {
        sql::one(db, SELECT, []).await
    }

    /// The head, which nobody else can change until we commit.
    pub async fn lock(write: &impl ConnectionTrait) -> Result<Self, DbErr> {
        // SQLite has only one writer, and no such clause.
        let text = match write.get_database_backend() {
            DbBackend::Postgres => format!("{SELECT} for update"),
            _ => SELECT.to_owned(),
        };
        let head: Option<Self> = sql::one(write, &text, []).await?;
        head.ok_or_else(|| DbErr::Custom("the head of the audit chain is missing".to_owned()))
    }

    /// Whether a server with the key has stored it as it is.
    pub fn is_genuine(&self, vault: &Vault) -> bool {
        self.mac == self.keyed_hash(vault)
    }

    /// Whether no server has signed it yet.
    pub fn is_unsigned(&self) -> bool {
        self.mac.is_empty() && self.counter == 0
    }

    /// Signs the head of a log from before there were signatures.
    pub async fn sign(mut self, write: &impl ConnectionTrait, vault: &Vault) -> Result<(), DbErr> {
        self.counter = 1;
        let text = "update audit_head set counter = $1, mac = $2 where id = 1";
        let values = [self.counter.into(), self.keyed_hash(vault).into()];
        sql::execute(write, text, values).await.map(|_| ())
    }

    /// Stores the head that follows this one, and returns it; none if this is
    /// not the head any more. From then on other servers wait until we commit.
    pub async fn replace_with(
        &self,
        mut next: Self,
        write: &impl ConnectionTrait,
        vault: &Vault,
    ) -> Result<Option<Self>, DbErr> {
        next.counter = self.counter + 1;
        // Signing what follows a forged head would hide the forgery.
        next.mac = match self.is_genuine(vault) {
            true => next.keyed_hash(vault),
            false => FORGED.to_owned(),
        };
        let text = "update audit_head
               set last_id = $1, last_hash = $2, last_time = $3, ordered_from = $4,
                   counter = $5, pruned_id = $6, pruned_hash = $7, mac = $8
             where id = 1 and last_id = $9 and last_hash = $10 and last_time = $11 and mac = $12";
        let values = [
            next.last_id.into(),
            next.last_hash.as_str().into(),
            next.last_time.into(),
            next.ordered_from.into(),
            next.counter.into(),
            next.pruned_id.into(),
            next.pruned_hash.as_str().into(),
            next.mac.as_str().into(),
            self.last_id.into(),
            self.last_hash.as_str().into(),
            self.last_time.into(),
            self.mac.as_str().into(),
        ];
        let replaced = sql::execute(write, text, values).await?;
        Ok((replaced > 0).then_some(next))
    }

    /// Numbers have no spaces, so no other fields yield the same text.
    fn keyed_hash(&self, vault: &Vault) -> String {
        let text = format!(
            "{} {} {} {} {} {} {}",
            self.last_id,
            self.last_hash,
            self.last_time.micros(),
            self.ordered_from,
            self.counter,
            self.pruned_id,
            self.pruned_hash
        );
        blake3::keyed_hash(vault.audit_head_key(), text.as_bytes()).to_hex().to_string()
    }
}

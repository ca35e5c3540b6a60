//! What refers to a script, a custom field or a URL action.
//!
//! Features that refer to some declare it in a [`Referrer`] or a
//! [`UrlActionReferrer`]; the lists of all of them are next to that of the jobs.
//! So scripts, custom fields and URL actions know what uses them without knowing
//! these features.

mod policies;

use futures_util::future::BoxFuture;
use sea_orm::{DatabaseExecutor, DatabaseTransaction, DbErr};

pub use policies::check_references;

/// Something that refers to a script or a custom field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    pub kind: UseKind,
    /// Its key.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Client and site of everything it acts on. Empty if there is nothing yet,
    /// such as a template that nobody uses; that is visible from everywhere.
    pub sites: Vec<(i64, i64)>,
}

/// What can refer to a script or a custom field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// A task.
    Task,
    /// A check.
    Check,
    /// An alert template.
    AlertTemplate,
}

/// Lists the uses of something by its key.
pub type ListUses =
    for<'a> fn(&'a DatabaseExecutor<'a>, i64) -> BoxFuture<'a, Result<Vec<Use>, DbErr>>;

/// Removes all references to something.
pub type Release = for<'a> fn(&'a DatabaseTransaction, i64) -> BoxFuture<'a, Result<(), DbErr>>;

/// Lists what uses a URL action, in words for people: `user ann`.
pub type ListUrlActionUses =
    for<'a> fn(&'a DatabaseTransaction, i64) -> BoxFuture<'a, Result<Vec<String>, DbErr>>;

/// A feature that refers to URL actions.
pub struct UrlActionReferrer {
    /// What uses one, by name.
    pub uses: ListUrlActionUses,
    /// Removes all references to one.
    pub release: Release,
}

/// A feature that refers to scripts and custom fields.
pub struct Referrer {
    /// What runs a script, by name.
    pub script_uses: ListUses,
    /// What fills a custom field, by name.
    pub field_uses: ListUses,
    /// Removes all references to a script.
    pub release_script: Release,
}

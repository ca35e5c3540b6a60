//! What refers to a script or a custom field.
//!
//! Features that refer to some say so in a [`Referrer`]; the list of all of
//! them is beside that of the jobs. So scripts and custom fields know what uses
//! them without knowing the features that do.

mod policies;

use futures_util::future::BoxFuture;
use sea_orm::{DatabaseExecutor, DatabaseTransaction, DbErr};

pub use policies::check_references;

/// Something that refers to a script or a custom field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// What it is.
    pub kind: UseKind,
    /// Key of it.
    pub id: i64,
    /// What people call it.
    pub name: String,
    /// Client and site of all it acts on. Empty: nothing so far, such as a
    /// template that nobody uses; that can be seen from everywhere.
    pub sites: Vec<(i64, i64)>,
}

/// What can refer to a script or a custom field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// A task.
    Task,
    /// A check.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the answer has their list before they exist")
    )]
    Check,
    /// An alert template.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the answer has their list before they exist")
    )]
    AlertTemplate,
}

/// Lists the uses of something by its key.
pub type ListUses =
    for<'a> fn(&'a DatabaseExecutor<'a>, i64) -> BoxFuture<'a, Result<Vec<Use>, DbErr>>;

/// Takes something out of all that refers to it.
pub type LetGo = for<'a> fn(&'a DatabaseTransaction, i64) -> BoxFuture<'a, Result<(), DbErr>>;

/// A feature that refers to scripts and custom fields.
pub struct Referrer {
    /// What runs a script, by name.
    pub script_uses: ListUses,
    /// What fills a custom field, by name.
    pub field_uses: ListUses,
    /// Takes a script out of everything.
    pub let_go_of_script: LetGo,
}

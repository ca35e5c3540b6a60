//! The agents, sites and clients that policies and alert templates leave out.

mod check;
mod form;
mod queries;

pub use check::{check, store};
pub use form::ExclusionForm;
pub use queries::{Excluding, ExclusionKind, list_excluded, list_existing};

//! `/beta/v1/`: every list of the API with filters by its fields and pages.
//!
//! The beta API has no shapes, rights or queries of its own. A call is passed
//! on to the route of the main API that [`lists::LISTS`] names for it, with
//! the caller's own credentials; what is added is the form: filters, an
//! envelope with absolute links, and a cursor in `next`.

mod answer;
#[cfg(test)]
mod describe;
mod fields;
mod forward;
pub mod lists;
mod names;
mod query;
#[cfg(test)]
mod tests;

pub use answer::{Lists, routes};
#[cfg(test)]
pub use describe::describe;

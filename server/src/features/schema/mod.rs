//! The OpenAPI document and the browsers that show it.
//!
//! The document needs a login or key. The pages do not: a browser that opens an
//! address can send neither header. They contain nothing but public code, ask
//! for a key, and fetch the document with it; the key stays in the page's
//! memory. Everything they load is in this binary, and a content security
//! policy enforces that. Without the setting, none of it exists.

#[cfg(test)]
mod description;
mod document;
mod enabled;
mod pages;
mod read_schema;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub use description::Description;
pub use document::{Texts, document, unpacked};
pub use pages::{read_redoc_file, read_redoc_page, read_swagger_file, read_swagger_page};
pub use read_schema::*;

//! The OpenAPI document and the browser that shows it.

mod description;

pub use description::Description;

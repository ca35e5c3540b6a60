//! Installed software, as agents told.

mod filter;
mod inventory;
mod list_inventories;
mod queries;
mod read_inventory;
mod refresh_inventory;
mod store;
mod summarise_software;
#[cfg(test)]
mod tests;

pub use list_inventories::*;
pub use read_inventory::*;
pub use refresh_inventory::*;
pub use summarise_software::*;

//! Installed software, as reported by agents.

mod after_change;
mod changes;
mod filter;
mod install_software;
mod inventory;
mod list_chocos;
mod list_inventories;
mod manager;
mod queries;
mod read_inventory;
mod refresh_inventory;
mod store;
mod summarise_software;
#[cfg(test)]
mod tests;
mod uninstall_software;

pub use after_change::after_change;
pub use install_software::*;
pub use list_chocos::*;
pub use list_inventories::*;
pub use read_inventory::*;
pub use refresh_inventory::*;
pub use summarise_software::*;
pub use uninstall_software::*;

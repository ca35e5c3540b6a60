//! Roles: rights and scope that users share.

mod create_role;
mod delete_role;
mod fields;
mod flags;
mod force;
mod list_roles;
mod read_role;
mod role;
mod update_role;

pub use create_role::*;
pub use delete_role::*;
pub use flags::Flags;
pub use list_roles::*;
pub use read_role::*;
pub use role::Role;
pub use update_role::*;

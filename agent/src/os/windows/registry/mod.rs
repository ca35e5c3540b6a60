//! The registry: one key read at a time, and changed.
//!
//! Always the 64-bit view: what 32-bit programs see is below `WOW6432Node`, as
//! everywhere else on the machine.

mod copy;
mod data;
mod handle;
mod key;
mod keys;
mod listing;
mod names;
mod path;
mod permissions;
mod rename;
mod tree;
mod value;
mod values;

use std::sync::{Mutex, PoisonError};

use muster_protocol::{
    CreatedRegistryKey, DeleteRegistryValue, DeletedRegistryKey, ReadRegistry, RegistryKey,
    RegistryValueChange, RenameRegistryKey, RenameRegistryValue, RenamedRegistryKey,
    SetRegistryValue,
};

use crate::os::Problem;

/// One change at a time, so that nothing of ours comes between a look and the
/// change that depends on it.
static CHANGES: Mutex<()> = Mutex::new(());

/// A page of one key.
pub async fn read_key(request: &ReadRegistry) -> Result<RegistryKey, Problem> {
    let request = request.clone();
    tokio::task::spawn_blocking(move || listing::read_key(&request)).await?
}

/// Creates a key, and the keys above it that are missing.
pub async fn create_key(path: &str) -> Result<CreatedRegistryKey, Problem> {
    let path = path.to_owned();
    change(move || keys::create(&path)).await
}

/// Deletes a key with everything in it.
pub async fn delete_key(path: &str) -> Result<DeletedRegistryKey, Problem> {
    let path = path.to_owned();
    change(move || keys::delete(&path)).await
}

/// Renames a key within the key it is in.
pub async fn rename_key(request: &RenameRegistryKey) -> Result<RenamedRegistryKey, Problem> {
    let request = request.clone();
    change(move || rename::rename_key(&request)).await
}

/// Creates a value or changes one.
pub async fn set_value(request: &SetRegistryValue) -> Result<RegistryValueChange, Problem> {
    let request = request.clone();
    change(move || values::set(&request)).await
}

/// Deletes a value.
pub async fn delete_value(request: &DeleteRegistryValue) -> Result<RegistryValueChange, Problem> {
    let request = request.clone();
    change(move || values::delete(&request)).await
}

/// Renames a value.
pub async fn rename_value(request: &RenameRegistryValue) -> Result<RegistryValueChange, Problem> {
    let request = request.clone();
    change(move || values::rename(&request)).await
}

/// Works on a thread of its own, when no other change does.
async fn change<A: Send + 'static>(
    work: impl FnOnce() -> Result<A, Problem> + Send + 'static,
) -> Result<A, Problem> {
    let work = move || {
        // A change that panicked leaves nothing behind that the next one relies on.
        let _turn = CHANGES.lock().unwrap_or_else(PoisonError::into_inner);
        work()
    };
    tokio::task::spawn_blocking(work).await?
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod value_tests;

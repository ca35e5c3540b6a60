//! The registry, which only Windows has.

use muster_protocol::{
    CreatedRegistryKey, DeleteRegistryValue, DeletedRegistryKey, ReadRegistry, RegistryKey,
    RegistryValueChange, RenameRegistryKey, RenameRegistryValue, RenamedRegistryKey,
    SetRegistryValue,
};

use super::windows_only::windows_only;
use crate::os::Problem;

/// A page of one key.
pub async fn read_key(_request: &ReadRegistry) -> Result<RegistryKey, Problem> {
    Err(missing())
}

/// Creates a key, and the keys above it that are missing.
pub async fn create_key(_path: &str) -> Result<CreatedRegistryKey, Problem> {
    Err(missing())
}

/// Deletes a key with everything in it.
pub async fn delete_key(_path: &str) -> Result<DeletedRegistryKey, Problem> {
    Err(missing())
}

/// Renames a key within the key it is in.
pub async fn rename_key(_request: &RenameRegistryKey) -> Result<RenamedRegistryKey, Problem> {
    Err(missing())
}

/// Creates a value or changes one.
pub async fn set_value(_request: &SetRegistryValue) -> Result<RegistryValueChange, Problem> {
    Err(missing())
}

/// Deletes a value.
pub async fn delete_value(_request: &DeleteRegistryValue) -> Result<RegistryValueChange, Problem> {
    Err(missing())
}

/// Renames a value.
pub async fn rename_value(_request: &RenameRegistryValue) -> Result<RegistryValueChange, Problem> {
    Err(missing())
}

fn missing() -> Problem {
    windows_only("the registry")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_asks_learns_where_there_is_a_registry() {
        let expected = Problem::Unsupported("the registry exists on Windows only".to_owned());
        assert_eq!(read_key(&ReadRegistry::default()).await, Err(expected));
    }
}

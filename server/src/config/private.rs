//! The files that belong to the server alone.

use std::path::PathBuf;

use super::Settings;
use crate::storage::Location;

impl Settings {
    /// Files and folders that nothing but the server may see: its data, its
    /// keys, its settings.
    pub fn private_paths(&self) -> Vec<PathBuf> {
        let mut paths = vec![self.data.clone(), self.key_file.clone()];
        paths.extend(self.config_file.clone());
        paths.extend(self.tls.iter().map(|(_, key)| key.clone()));
        if let Location::File(file) = &self.database {
            for ending in ["", "-wal", "-shm"] {
                let mut path = file.clone().into_os_string();
                path.push(ending);
                paths.push(path.into());
            }
        }
        paths
    }
}

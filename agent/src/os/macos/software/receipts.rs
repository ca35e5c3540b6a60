//! Receipts, which the system's installer writes for each package.

use std::path::Path;

use muster_protocol::Software;
use serde_json::Value;

use crate::os::macos::plist;

/// Where they are.
pub const FOLDER: &str = "/var/db/receipts";

/// Those are parts of the system and its updates.
const OF_APPLE: &str = "com.apple.";

/// Every package that was installed and is not Apple's.
pub fn list(folder: &Path) -> Vec<Software> {
    let receipts = plist::read_folder(folder);
    receipts.iter().filter_map(|(_, receipt)| read(receipt)).collect()
}

fn read(receipt: &Value) -> Option<Software> {
    let text = |name: &str| receipt[name].as_str().unwrap_or_default();
    let name = text("PackageIdentifier");
    let location = match text("InstallPrefixPath") {
        "" | "/" => String::new(),
        path if path.starts_with('/') => path.to_owned(),
        path => format!("/{path}"),
    };
    (!name.is_empty() && !name.starts_with(OF_APPLE)).then(|| Software {
        name: name.to_owned(),
        version: text("PackageVersion").to_owned(),
        install_date: text("InstallDate").get(..10).unwrap_or_default().to_owned(),
        source: "pkg".to_owned(),
        location,
        ..Software::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receipts_of_others_are_packages() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, prefix: &str| {
            let text = format!(
                "<plist><dict><key>InstallDate</key><date>2026-11-16T08:00:00Z</date>\
                 <key>InstallPrefixPath</key><string>{prefix}</string>\
                 <key>PackageIdentifier</key><string>{name}</string>\
                 <key>PackageVersion</key><string>1.2</string></dict></plist>"
            );
            std::fs::write(folder.path().join(format!("{name}.plist")), text).unwrap();
        };
        write("com.example.app", "Applications");
        write("com.example.tool", "/");
        write("com.apple.pkg.Core", "/");
        std::fs::write(folder.path().join("com.example.app.bom"), "BOMStore").unwrap();
        let tool = Software {
            name: "com.example.tool".to_owned(),
            version: "1.2".to_owned(),
            install_date: "2026-11-16".to_owned(),
            source: "pkg".to_owned(),
            ..Software::default()
        };
        let app = Software {
            name: "com.example.app".to_owned(),
            location: "/Applications".to_owned(),
            ..tool.clone()
        };
        assert_eq!(list(folder.path()), [app, tool]);
        assert_eq!(list(Path::new("/no/such/folder")), []);
    }
}

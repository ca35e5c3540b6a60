//! Apps, as the system's report lists them.

use std::time::Duration;

use muster_protocol::Software;
use serde_json::Value;

use crate::os::Problem;
use crate::os::macos::ask::ask;

/// The system looks at the signature of each of them.
const LIMIT: Duration = Duration::from_secs(28);

/// Parts of the system and of other apps, which nobody installs or removes.
const PARTS: [&str; 3] = ["/System/Library/", "/Library/", "/usr/"];

/// Every app, by name.
pub async fn list() -> Result<Vec<Software>, Problem> {
    let text = ask("system_profiler", &["-json", "SPApplicationsDataType"], LIMIT).await?;
    parse(&text).ok_or_else(|| Problem::failed("system_profiler lists no apps"))
}

fn parse(text: &str) -> Option<Vec<Software>> {
    let report: Value = serde_json::from_str(text).ok()?;
    let apps = report["SPApplicationsDataType"].as_array()?;
    let mut apps: Vec<Software> = apps.iter().filter_map(read).collect();
    apps.sort_by(|one, other| (&one.name, &one.location).cmp(&(&other.name, &other.location)));
    Some(apps)
}

fn read(app: &Value) -> Option<Software> {
    let text = |name: &str| app[name].as_str().unwrap_or_default();
    let (name, path) = (text("_name"), text("path"));
    let is_part =
        PARTS.iter().any(|part| path.starts_with(part)) || path.matches(".app/").count() > 0;
    let date = text("lastModified").get(..10).unwrap_or_default();
    (!name.is_empty() && !is_part).then(|| Software {
        name: name.to_owned(),
        version: text("version").to_owned(),
        publisher: publisher(
            text("obtained_from"),
            app["signed_by"][0].as_str().unwrap_or_default(),
        ),
        install_date: date.to_owned(),
        size_bytes: 0,
        source: "app".to_owned(),
        location: path.to_owned(),
        uninstall: String::new(),
    })
}

/// The company in `Developer ID Application: Example Inc. (ABCDE12345)`.
fn publisher(obtained_from: &str, signed_by: &str) -> String {
    let company = signed_by.split_once(": ").map(|(_, company)| company);
    match (obtained_from, company) {
        ("apple", _) => "Apple".to_owned(),
        (_, Some(company)) => {
            company.rsplit_once(" (").map_or(company, |(company, _)| company).to_owned()
        }
        ("mac_app_store", None) => "App Store".to_owned(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{ "SPApplicationsDataType" : [
        { "_name" : "Zed", "arch_kind" : "arch_arm", "lastModified" : "2026-09-10T18:47:47Z",
          "obtained_from" : "identified_developer", "path" : "/Applications/Zed.app",
          "signed_by" : ["Developer ID Application: Zed (East), Inc. (ABCDE12345)",
            "Developer ID Certification Authority", "Apple Root CA"], "version" : "1.2.3" },
        { "_name" : "Automator", "lastModified" : "2026-06-25T02:29:03Z", "obtained_from" : "apple",
          "path" : "/System/Applications/Automator.app", "signed_by" : ["Software Signing"],
          "version" : "2.10" },
        { "_name" : "Updater", "path" : "/Applications/Zed.app/Contents/Updater.app" },
        { "_name" : "Stub", "path" : "/System/Library/CoreServices/Stub.app" },
        { "_name" : "Own", "obtained_from" : "unknown", "path" : "/Users/ann/Applications/Own.app" }
    ] }"#;

    #[test]
    fn apps_are_listed_and_their_parts_are_not() {
        let found = parse(TEXT).unwrap();
        let seen: Vec<[&str; 4]> = found
            .iter()
            .map(|app| [&*app.name, &*app.version, &*app.publisher, &*app.install_date])
            .collect();
        assert_eq!(
            seen,
            [
                ["Automator", "2.10", "Apple", "2026-06-25"],
                ["Own", "", "", ""],
                ["Zed", "1.2.3", "Zed (East), Inc.", "2026-09-10"],
            ]
        );
        assert_eq!(found[2].location, "/Applications/Zed.app");
        assert_eq!((parse("{}"), parse("no")), (None, None));
    }
}

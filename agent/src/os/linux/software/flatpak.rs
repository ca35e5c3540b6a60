//! Flatpaks of the whole machine.

use muster_protocol::Software;

use super::query::ask;
use crate::os::Problem;

const COLUMNS: &str = "--columns=application,version,origin,name";

/// Every installed application; none without flatpak.
pub async fn list() -> Result<Option<Vec<Software>>, Problem> {
    let text = ask("flatpak", &["list", "--system", "--app", COLUMNS]).await?;
    Ok(text.map(|text| text.lines().filter_map(parse_line).collect()))
}

fn parse_line(line: &str) -> Option<Software> {
    let mut columns = line.split('\t').map(str::trim);
    let application = columns.next().filter(|name| name.contains('.'))?;
    let version = columns.next()?;
    let origin = columns.next()?;
    let name = columns.next().filter(|name| !name.is_empty()).unwrap_or(application);
    Some(Software {
        name: name.to_owned(),
        version: version.to_owned(),
        publisher: origin.to_owned(),
        source: "flatpak".to_owned(),
        location: format!("/var/lib/flatpak/app/{application}"),
        uninstall: format!("flatpak uninstall {application}"),
        ..Software::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read() {
        let firefox = parse_line("org.mozilla.firefox\t121.0\tflathub\tFirefox").unwrap();
        assert_eq!((firefox.name.as_str(), firefox.version.as_str()), ("Firefox", "121.0"));
        assert_eq!(firefox.uninstall, "flatpak uninstall org.mozilla.firefox");
        assert_eq!(parse_line("org.gimp.GIMP\t\tflathub").unwrap().name, "org.gimp.GIMP");
        assert_eq!(parse_line("Application ID"), None);
    }
}

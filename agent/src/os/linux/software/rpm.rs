//! Packages of Red Hat, SUSE and their relatives.

use muster_protocol::Software;

use super::query::{ask, date_of};
use crate::os::Problem;

const FORMAT: &str = "%{NAME}\\t%|EPOCH?{%{EPOCH}:}:{}|%{VERSION}-%{RELEASE}\\t%{ARCH}\\t\
    %{INSTALLTIME}\\t%{SIZE}\\t%{VENDOR}\\n";

/// Every installed package; none without rpm.
pub async fn list() -> Result<Option<Vec<Software>>, Problem> {
    let text = ask("rpm", &["-qa", "--queryformat", FORMAT]).await?;
    Ok(text.map(|text| parse(&text)))
}

fn parse(text: &str) -> Vec<Software> {
    let mut packages: Vec<Software> = text.lines().filter_map(parse_line).collect();
    packages.sort_by(|one, other| one.name.cmp(&other.name));
    packages
}

fn parse_line(line: &str) -> Option<Software> {
    let mut fields = line.splitn(6, '\t');
    let mut next = || fields.next();
    let (name, version, architecture) = (next()?, next()?, next()?);
    let (installed, size, vendor) = (next()?, next()?, next()?);
    // Keys of signers are kept as if they were packages.
    let is_key = name == "gpg-pubkey";
    let full = match architecture {
        "(none)" | "noarch" => name.to_owned(),
        _ => format!("{name}.{architecture}"),
    };
    (!is_key).then(|| Software {
        name: name.to_owned(),
        version: version.to_owned(),
        publisher: if vendor == "(none)" { String::new() } else { vendor.to_owned() },
        install_date: date_of(installed.parse().unwrap_or(0)),
        size_bytes: size.parse().unwrap_or(0),
        source: "rpm".to_owned(),
        uninstall: format!("rpm -e {full}"),
        ..Software::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_read_and_keys_are_left_out() {
        let text = "zlib\t1.2.11-40.el9\tx86_64\t1700000000\t203256\tRocky Linux\n\
            gpg-pubkey\tabc-def\t(none)\t1700000000\t0\t(none)\n\
            bind-license\t32:9.16.23-1.el9\tnoarch\t1700000000\t17\t(none)\n\
            cut off\n";
        let found = parse(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].version, "32:9.16.23-1.el9");
        assert_eq!((found[0].publisher.as_str(), found[0].size_bytes), ("", 17));
        assert_eq!(found[0].uninstall, "rpm -e bind-license");
        assert_eq!(found[1].uninstall, "rpm -e zlib.x86_64");
        assert!(found[1].install_date.starts_with("2023-11-1"), "{}", found[1].install_date);
    }
}

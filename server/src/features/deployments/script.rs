//! The install scripts, filled in for one deployment.

use super::agent_file::FileKind;
use super::deployment::Deployment;
use super::package::Package;
use super::quoting::{fill_in, quote_for_powershell, quote_for_shell};
use super::stock::Choice;
use crate::auth::Secret;

const SHELL: &str = include_str!("../../../assets/install/install.sh");
/// Values for the script below.
const POWERSHELL_VALUES: &str = include_str!("../../../assets/install/values.ps1");
/// What both PowerShell scripts do: that which fetches, and that of the archive.
pub const POWERSHELL: &str = include_str!("../../../assets/install/install.ps1");

/// What goes into an installer.
pub struct Installer<'a> {
    pub deployment: &'a Deployment,
    pub choice: &'a Choice<'a>,
    pub token: &'a Secret,
    /// Agents take programs of the publisher with this key alone, if there is one.
    pub publisher_key: Option<&'a str>,
}

impl Installer<'_> {
    /// The script for its platform.
    pub fn script(&self) -> Package {
        match self.choice.files.plat {
            "windows" => Package::script("muster-install.ps1", self.for_powershell()),
            _ => Package::script("muster-install.sh", self.for_shell()),
        }
    }

    /// Client and site, to be printed: without what a terminal would obey.
    pub fn location(&self) -> String {
        let Deployment { client_name, site_name, .. } = self.deployment;
        format!("{client_name}, {site_name}").replace(char::is_control, " ")
    }

    pub fn publisher(&self) -> &str {
        self.publisher_key.unwrap_or_default()
    }

    /// The script chooses among all programs of the platform, by processor and libraries.
    fn for_shell(&self) -> String {
        let programs: Vec<String> = self
            .choice
            .builds
            .iter()
            .map(|(build, program)| format!("{build} {}", program.sha256))
            .collect();
        let values = [
            ("@SERVER@", self.deployment.api.as_str()),
            ("@TOKEN@", self.token.reveal()),
            ("@PLAT@", self.choice.files.plat),
            ("@PROGRAMS@", &programs.join("\n")),
            ("@STATIC@", digit(self.choice.is_static)),
            ("@PLACE@", &self.location()),
            ("@PUBLISHER@", self.publisher()),
        ];
        fill_in(SHELL, &values, quote_for_shell)
    }

    fn for_powershell(&self) -> String {
        let flags = self.deployment.install_flags;
        let values = [
            ("@SERVER@", self.deployment.api.as_str()),
            ("@TOKEN@", self.token.reveal()),
            ("@ARCH@", self.choice.files.goarch),
            ("@KIND@", extension(self.choice.kind)),
            ("@SHA256@", &self.choice.file.sha256),
            ("@PLACE@", &self.location()),
            ("@PUBLISHER@", self.publisher()),
            ("@POWER@", digit(flags.power)),
            ("@PING@", digit(flags.ping)),
            ("@RDP@", digit(flags.rdp)),
        ];
        whole_script(&fill_in(POWERSHELL_VALUES, &values, quote_for_powershell))
    }
}

/// A block that leaves nothing behind in the session that runs it. One that arrived in
/// part has no end, and PowerShell runs nothing of it.
pub fn whole_script(values: &str) -> String {
    format!("& {{\n{values}\n{POWERSHELL}}}\n")
}

/// The ending of a file for Windows.
pub fn extension(kind: FileKind) -> &'static str {
    if kind == FileKind::Package { "msi" } else { "exe" }
}

pub fn digit(switch: bool) -> &'static str {
    if switch { "1" } else { "0" }
}

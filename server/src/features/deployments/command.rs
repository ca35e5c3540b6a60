//! What to type on a computer, for the methods `manual` and `mac`.

use serde::Serialize;
use utoipa::ToSchema;

use super::agent_file::FileKind;
use super::base_url::is_server_url;
use super::deployment::{Deployment, InstallFlags};
use super::download_agent::download_url;
use super::quoting::{quote_for_powershell, quote_for_shell};
use super::script::Installer;

/// What to type on the computer.
#[derive(Serialize, ToSchema)]
pub struct InstallCommand {
    /// The line to type, as an administrator.
    cmd: String,
    /// What the line needs: the script that it runs, or the package for Windows, to be
    /// downloaded into the folder where the line is typed.
    url: String,
    /// SHA-256 of the package, in hexadecimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    /// Where `cmd` is for a package: a line that does all of it, for PowerShell or the
    /// command prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    powershell: Option<String>,
}

impl Installer<'_> {
    pub fn command(&self) -> InstallCommand {
        let Deployment { api, url, install_flags, .. } = self.deployment;
        let choice = self.choice;
        match choice.files.plat {
            "windows" => {
                let line = powershell_line(url);
                // A package sets up nothing but the agent, and its line has no quotes.
                let is_enough = *install_flags == InstallFlags::default() && is_server_url(api);
                if choice.kind != FileKind::Package || !is_enough {
                    return InstallCommand::script(line, url.clone());
                }
                InstallCommand {
                    cmd: self.msiexec_line(),
                    url: download_url(api, choice.files, choice.kind),
                    sha256: Some(choice.file.sha256.clone()),
                    powershell: Some(line),
                }
            }
            "darwin" => {
                let quoted = quote_for_shell(url);
                InstallCommand::script(format!("curl -fsSL {quoted} | sudo sh"), url.clone())
            }
            _ => {
                let url = if choice.is_static { format!("{url}?static=1") } else { url.clone() };
                let quoted = quote_for_shell(&url);
                // A Linux may have only one of the two.
                let cmd = format!("(curl -fsSL {quoted} || wget -qO- {quoted}) | sudo sh");
                InstallCommand::script(cmd, url)
            }
        }
    }

    /// All of its values are plain: an address that was checked, a token, a key in
    /// hexadecimal.
    fn msiexec_line(&self) -> String {
        let (server, token) = (&self.deployment.api, self.token.reveal());
        let mut line = format!("msiexec /i muster-agent.msi /qn SERVER={server} TOKEN={token}");
        if let Some(key) = self.publisher_key {
            line.push_str(&format!(" PUBLISHERKEY={key}"));
        }
        if !server.starts_with("https://") {
            // The address was chosen when this installer was made.
            line.push_str(" INSECURE=1");
        }
        line
    }
}

impl InstallCommand {
    fn script(cmd: String, url: String) -> Self {
        Self { cmd, url, sha256: None, powershell: None }
    }
}

/// In double quotes it reads the same for PowerShell and for the command prompt.
/// Windows PowerShell on older systems would not use TLS 1.2 by itself.
fn powershell_line(url: &str) -> String {
    let url = quote_for_powershell(url);
    format!(
        "powershell -NoProfile -ExecutionPolicy Bypass -Command \
         \"[Net.ServicePointManager]::SecurityProtocol='Tls12';irm {url}|iex\""
    )
}

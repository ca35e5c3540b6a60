//! The package of the Windows Installer that the agent came with.

use std::path::PathBuf;

use winreg::RegKey;
use winreg::enums::HKEY_LOCAL_MACHINE;

/// Where the package says that it has installed the agent.
const KEY: &str = r"SOFTWARE\Muster\Agent";

/// The program and the arguments that remove the package; none when the agent came
/// without one.
pub fn removal() -> Option<(PathBuf, Vec<String>)> {
    let key = RegKey::predef(HKEY_LOCAL_MACHINE).open_subkey(KEY).ok()?;
    let value = |name: &str| key.get_value::<String, _>(name).ok();
    if value("InstalledBy")? != "msi" {
        return None;
    }
    let product = value("ProductCode").filter(|code| is_product_code(code));
    if product.is_none() {
        tracing::warn!("the package that this agent came with does not say which one it is");
    }
    let system = PathBuf::from(std::env::var_os("SystemRoot")?).join("System32");
    Some((system.join("msiexec.exe"), removal_arguments(&product?)))
}

/// Without questions, and without a restart of the machine.
fn removal_arguments(product: &str) -> Vec<String> {
    ["/x", product, "/qn", "/norestart"].map(str::to_owned).to_vec()
}

/// Whether this is a GUID in braces.
fn is_product_code(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return false;
    };
    let groups: Vec<&str> = inner.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let is_hex = |group: &&str| group.bytes().all(|byte| byte.is_ascii_hexdigit());
    lengths == [8, 4, 4, 4, 12] && groups.iter().all(is_hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_code_is_a_guid_and_nothing_else() {
        assert!(is_product_code("{BDA6FF90-6CA4-4545-970A-4743B6185B14}"));
        for text in [
            "",
            "{}",
            "BDA6FF90-6CA4-4545-970A-4743B6185B14",
            "{BDA6FF90-6CA4-4545-970A-4743B6185B1}",
            "{BDA6FF90-6CA4-4545-970A-4743B6185B1G}",
            "{BDA6FF90-6CA4-4545-970A-4743B6185B14} /l x",
            "[ProductCode]",
        ] {
            assert!(!is_product_code(text), "{text}");
        }
    }
}

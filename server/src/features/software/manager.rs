//! Package managers, and their platforms.

/// Every manager, with its platform.
const MANAGERS: &[(&str, &str)] = &[
    ("choco", "windows"),
    ("winget", "windows"),
    ("apt", "linux"),
    ("dnf", "linux"),
    ("zypper", "linux"),
    ("pacman", "linux"),
    ("apk", "linux"),
    ("brew", "darwin"),
];

/// The names in the API.
pub const NAMES: &[&str] = &["choco", "winget", "apt", "dnf", "zypper", "pacman", "apk", "brew"];

/// The package manager for a platform: the requested one, or the platform's
/// default. Empty where the agent chooses. The problem is a sentence that
/// continues after the name of the agent.
pub fn manager_for(asked: Option<&str>, plat: &str) -> Result<&'static str, String> {
    let Some(asked) = asked else {
        return Ok(match plat {
            "windows" => "choco",
            "darwin" => "brew",
            _ => "",
        });
    };
    match MANAGERS.iter().find(|(name, _)| *name == asked) {
        Some((name, platform)) if *platform == plat => Ok(name),
        _ => Err(format!("runs {}, which has no {asked}", crate::wording::platform(plat))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_manager_is_for_one_platform_and_each_platform_has_one_by_default() {
        let names: Vec<&str> = MANAGERS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, NAMES);
        for (name, plat) in MANAGERS {
            assert_eq!(manager_for(Some(name), plat), Ok(*name));
            for other in ["windows", "linux", "darwin"].iter().filter(|other| *other != plat) {
                assert!(manager_for(Some(name), other).is_err(), "{name} on {other}");
            }
        }
        let defaults = ["windows", "linux", "darwin"].map(|plat| manager_for(None, plat));
        assert_eq!(defaults, [Ok("choco"), Ok(""), Ok("brew")]);
    }
}

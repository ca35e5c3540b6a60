//! Commands in PowerShell.

/// PowerShell prints UTF-8 from here on, and so do the programs it starts.
const PRINT_UTF_8: &str = "try { [Console]::OutputEncoding = New-Object System.Text.UTF8Encoding \
                           $false; $OutputEncoding = [Console]::OutputEncoding } catch { }; ";

/// The code of the last program, if that failed; else PowerShell would only say 1.
const EXIT_CODE: &str = "\n\nif (-not $?) { if ($LASTEXITCODE) { exit $LASTEXITCODE }; exit 1 }\n";

/// What has to be the first of a text.
const FIRST: [&str; 4] = ["param", "using", "[cmdletbinding", "#requires"];

/// The text of a command, with what it takes to print UTF-8 and to return the code of the
/// last program. The lines keep their numbers.
pub fn command(text: &str) -> String {
    let start = text.trim_start().to_ascii_lowercase();
    let before = match FIRST.iter().any(|first| start.starts_with(first)) {
        true => "",
        false => PRINT_UTF_8,
    };
    format!("{before}{text}{EXIT_CODE}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_between_the_code_page_and_the_exit_code() {
        let text = command("Get-Date # now");
        assert!(text.starts_with("try { [Console]::OutputEncoding = "), "{text}");
        assert!(text.contains("catch { }; Get-Date # now\n\nif (-not $?) {"), "{text}");
        let first = " \nparam($x) $x";
        assert_eq!(command(first), format!("{first}{EXIT_CODE}"));
    }
}

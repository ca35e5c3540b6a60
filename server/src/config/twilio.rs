//! Where the HTTP interface for text messages is.

use anyhow::bail;
use reqwest::Url;

use super::Settings;
use super::reading::Source;
use super::warnings::is_this_machine;

const DEFAULT: &str = "https://api.twilio.com";

/// Reads `TWILIO_URL`.
pub(super) fn url(get: Source<'_>) -> anyhow::Result<Url> {
    let text = get("TWILIO_URL").unwrap_or_else(|| DEFAULT.to_owned());
    // The text is not repeated: a password in it would be in the log.
    match Url::parse(&text) {
        Ok(url) if is_plain(&url) => Ok(url),
        _ => bail!(
            "TWILIO_URL should be an address without user, query or fragment, such as {DEFAULT}"
        ),
    }
}

fn is_plain(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none()
}

/// The warning for the operator if the token leaves this machine unencrypted.
pub(super) fn warning(settings: &Settings) -> Option<String> {
    let url = &settings.twilio_url;
    let is_open = url.scheme() == "http" && !url.host_str().is_some_and(is_this_machine);
    let warning = "TWILIO_URL: the account's token and all text messages are sent without \
                   encryption; use https://";
    is_open.then(|| warning.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: Option<&str>) -> anyhow::Result<Settings> {
        let text = text.map(str::to_owned);
        Settings::from_source(&|name: &str| text.clone().filter(|_| name == "TWILIO_URL"))
    }

    #[test]
    fn the_address_is_that_of_twilio_unless_the_operator_names_another() {
        let read = |text| settings(text).unwrap().twilio_url.to_string();
        assert_eq!(read(None), "https://api.twilio.com/");
        assert_eq!(read(Some("http://127.0.0.1:8080/sms/")), "http://127.0.0.1:8080/sms/");
    }

    #[test]
    fn what_is_no_plain_address_is_refused_and_not_repeated() {
        let wrong = [
            "api.twilio.com",
            "ftp://api.twilio.com",
            "https://",
            "https://me@api.twilio.com",
            "https://me:hidden@api.twilio.com",
            "https://api.twilio.com/?a=b",
            "https://api.twilio.com/#a",
        ];
        for text in wrong {
            let error = settings(Some(text)).unwrap_err().to_string();
            assert!(
                error.starts_with("TWILIO_URL should be") && !error.contains("hidden"),
                "{text}"
            );
        }
    }

    #[test]
    fn an_address_that_others_can_read_along_is_warned_about() {
        let is_warned = |text| warning(&settings(Some(text)).unwrap()).is_some();
        assert!(is_warned("http://sms.example.com"));
        for text in
            ["https://sms.example.com", "http://127.0.0.1:1", "http://[::1]", "http://localhost"]
        {
            assert!(!is_warned(text), "{text}");
        }
    }
}

//! The body of the request that sends a text message.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::{Sms, SmsAccount};
use crate::text::cut;

/// Longer messages are refused by the provider as a whole.
const LONGEST_TEXT: usize = 1600;

/// The three fields, form-encoded.
pub(super) fn form(account: &SmsAccount, sms: &Sms) -> String {
    let text = cut(&sms.text, LONGEST_TEXT);
    let fields = [("From", &account.from), ("To", &sms.to), ("Body", &text)];
    let encoded = fields
        .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)));
    encoded.join("&")
}

#[cfg(test)]
mod tests {
    use percent_encoding::percent_decode_str;
    use proptest::prelude::*;

    use super::*;

    fn encoded(from: &str, to: &str, text: &str) -> String {
        let account = SmsAccount {
            url: "https://api.twilio.com".parse().unwrap(),
            sid: "AC1".to_owned(),
            token: None,
            from: from.to_owned(),
        };
        form(&account, &Sms { to: to.to_owned(), text: text.to_owned() })
    }

    #[test]
    fn what_has_a_meaning_in_a_form_is_encoded() {
        let form = encoded("+15550100", "+4930123456", "a&To=b +ü");
        assert_eq!(form, "From=%2B15550100&To=%2B4930123456&Body=a%26To%3Db%20%2B%C3%BC");
    }

    #[test]
    fn a_message_has_1600_characters_at_most() {
        let longest = "ü".repeat(1600);
        let form = encoded("+15550100", "+4930123456", &longest);
        assert_eq!(encoded("+15550100", "+4930123456", &format!("{longest}x")), form);
        assert!(form.ends_with("%C3%BC"));
    }

    proptest! {
        #[test]
        fn a_form_decodes_to_the_fields_it_was_made_of(
            from in "\\PC{0,20}", to in "\\PC{0,20}", text in "[^\0]{0,200}",
        ) {
            let form = encoded(&from, &to, &text);
            let decoded: Vec<(String, String)> = form
                .split('&')
                .map(|field| field.split_once('=').unwrap())
                .map(|(name, value)| {
                    (name.to_owned(), percent_decode_str(value).decode_utf8().unwrap().into_owned())
                })
                .collect();
            let named = |name: &str, value: String| (name.to_owned(), value);
            prop_assert_eq!(decoded, [named("From", from), named("To", to), named("Body", text)]);
        }
    }
}

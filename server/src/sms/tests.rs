//! Real requests to a provider of the test's own.

use std::time::Duration;

use super::send::{Terms, send_on};
use super::{AcceptedSms, Sms, SmsAccount, SmsError, is_account_sid, is_telephone_number};
use crate::auth::Secret;
use crate::testing::{SmsService, TEST_TIMEOUT};

fn account(service: &SmsService) -> SmsAccount {
    // A client cannot be made without it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    SmsAccount {
        url: service.url.clone(),
        sid: "AC1".to_owned(),
        token: Some(Secret::new(SmsService::TOKEN)),
        from: SmsService::NUMBER.to_owned(),
    }
}

fn sms() -> Sms {
    Sms { to: "+4930123456".to_owned(), text: "Disk full:\nC & D +50 % größer".to_owned() }
}

fn patient() -> Terms {
    let allowed = vec!["127.0.0.0/8".parse().unwrap()];
    Terms { connect: TEST_TIMEOUT, total: TEST_TIMEOUT, allowed }
}

#[tokio::test]
async fn a_message_is_one_request_with_the_login_of_the_account() {
    let service = SmsService::start().await;
    let accepted = send_on(&account(&service), &sms(), &patient()).await.unwrap();
    assert_eq!(accepted, AcceptedSms { status: "queued".to_owned(), sid: "SM1".to_owned() });
    assert_eq!(service.received(), [SmsService::expected("+4930123456", &sms().text)]);
}

#[tokio::test]
async fn an_interface_below_a_path_is_used_there() {
    let service = SmsService::start().await;
    for path in ["/twilio", "/twilio/"] {
        let account = SmsAccount { url: service.url.join(path).unwrap(), ..account(&service) };
        send_on(&account, &sms(), &patient()).await.unwrap();
    }
    let calls: Vec<String> = service.received().into_iter().map(|sms| sms.call).collect();
    assert_eq!(calls, ["POST /twilio/2010-04-01/Accounts/AC1/Messages.json"; 2]);
}

#[tokio::test]
async fn only_what_may_work_later_is_temporary() {
    let service = SmsService::start().await;
    let table = [(400, false), (401, false), (404, false), (429, true), (500, true), (503, true)];
    for (status, is_temporary) in table {
        service.answer(status, r#"{"code": 20003, "message": "Authenticate"}"#);
        let error = send_on(&account(&service), &sms(), &patient()).await.unwrap_err();
        let expected =
            format!("the text message service answered: {status}, error 20003: Authenticate");
        assert_eq!((error.to_string(), error.is_temporary()), (expected, is_temporary));
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (service, other) = (SmsService::start().await, SmsService::start().await);
    service.redirect(other.url.as_str());
    let error = send_on(&account(&service), &sms(), &patient()).await.unwrap_err();
    assert_eq!(error.to_string(), "the text message service answered: 307");
    assert!(!error.is_temporary());
    assert!(other.received().is_empty());
}

#[tokio::test]
async fn a_silent_provider_times_out() {
    let service = SmsService::start().await;
    service.stay_silent();
    let terms = Terms { total: Duration::from_millis(100), ..patient() };
    let error = send_on(&account(&service), &sms(), &terms).await.unwrap_err();
    assert_eq!((error.is_temporary(), error), (true, SmsError::Silent));
}

#[tokio::test]
async fn an_unreachable_provider_is_reported() {
    let service = SmsService::start().await;
    let url = "http://127.0.0.1:1".parse().unwrap();
    let nobody = SmsAccount { url, ..account(&service) };
    let error = send_on(&nobody, &sms(), &patient()).await.unwrap_err();
    let SmsError::Unusable(message) = &error else { panic!("{error:?}") };
    assert!(message.contains("refused") && !message.contains("AC1"), "{message}");
    assert!(error.is_temporary());
}

#[tokio::test]
async fn an_internal_provider_is_used_only_where_the_operator_allows_it() {
    let service = SmsService::start().await;
    let terms = Terms { allowed: vec!["127.0.0.2/32".parse().unwrap()], ..patient() };
    let mut account = account(&service);
    for host in ["127.0.0.1", "localhost"] {
        account.url.set_host(Some(host)).unwrap();
        let error = send_on(&account, &sms(), &terms).await.unwrap_err();
        let SmsError::NotAllowed(message) = &error else { panic!("{error:?}") };
        assert!(message.contains("OUTBOUND_ALLOW"), "{message}");
        assert!(!error.is_temporary());
    }
    assert!(service.received().is_empty());
}

#[tokio::test]
async fn what_an_earlier_release_stored_is_not_sent_unless_it_is_right() {
    let service = SmsService::start().await;
    let right = account(&service);
    let wrong = [
        SmsAccount { sid: "AC1/../AC2".to_owned(), ..right.clone() },
        SmsAccount { from: "+1 555 0100".to_owned(), ..right.clone() },
        SmsAccount { token: Some(Secret::new("")), ..right.clone() },
    ];
    for account in wrong {
        let error = send_on(&account, &sms(), &patient()).await.unwrap_err();
        assert!(matches!(error, SmsError::NotSet(_)), "{error:?}");
    }
    let nobody = Sms { to: "030 123456".to_owned(), ..sms() };
    let error = send_on(&right, &nobody, &patient()).await.unwrap_err();
    let expected = "the recipient must be a number such as +4930123456";
    assert_eq!(error, SmsError::NotSet(expected));
    assert!(service.received().is_empty());
}

#[test]
fn telephone_numbers_and_accounts_are_distinguished_from_other_text() {
    let right = ["+123456", "+123456789012345", "+4930123456"];
    assert!(right.iter().all(|text| is_telephone_number(text)));
    let wrong =
        ["", "+", "+12345", "+1234567890123456", "4930123456", "+49 30 123456", "+4930１23456"];
    assert!(!wrong.iter().any(|text| is_telephone_number(text)));
    assert!(is_account_sid("AC1") && is_account_sid("0"));
    assert!(!["", "AC 1", "AC/1", "AC:1", "ÄC1"].iter().any(|text| is_account_sid(text)));
}

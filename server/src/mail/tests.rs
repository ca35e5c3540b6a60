//! Real SMTP conversations with a test mail server.

use std::time::Duration;

use lettre::transport::smtp::client::Certificate;

use super::send::{Terms, send_on};
use super::{Mail, MailError, MailServer, is_address};
use crate::auth::Secret;
use crate::testing::{SmtpBehaviour, SmtpServer, TEST_TIMEOUT};

const PASSWORD: &str = "pass wörd";

fn mail() -> Mail {
    Mail {
        to: vec!["ann@example.com".to_owned(), "bob@example.com".to_owned()],
        subject: "Grüße\nBcc: eve@example.com".to_owned(),
        text: "first\n.\nlast".to_owned(),
        ..Mail::default()
    }
}

fn server(smtp: &SmtpServer, password: Option<&str>) -> MailServer {
    MailServer {
        host: "127.0.0.1".to_owned(),
        port: smtp.port,
        login: password.map(|password| ("ann".to_owned(), Secret::new(password))),
        from_address: "muster@example.com".to_owned(),
        from_name: "Muster".to_owned(),
    }
}

/// Trusts the mail server of the test; patient.
fn trusting(smtp: &SmtpServer) -> Terms {
    let root = Certificate::from_pem(smtp.certificate.as_bytes()).unwrap();
    Terms { root: Some(root), ..strict() }
}

fn strict() -> Terms {
    let (connect, total) = (TEST_TIMEOUT, TEST_TIMEOUT);
    let allowed = vec!["127.0.0.0/8".parse().unwrap()];
    Terms { connect, total, tls_port: 465, root: None, allowed }
}

#[tokio::test]
async fn a_mail_without_login_is_sent_in_the_clear_when_the_server_offers_nothing_else() {
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    send_on(&server(&smtp, None), &mail(), &strict()).await.unwrap();
    let delivered = smtp.delivered();
    assert_eq!(delivered.len(), 1);
    let taken = &delivered[0];
    assert_eq!((taken.tls, taken.from.as_str()), (false, "muster@example.com"));
    assert_eq!(taken.to, ["ann@example.com", "bob@example.com"]);
    let (headers, text) = taken.content.split_once("\n\n").unwrap();
    assert_eq!(text, "first\n..\nlast\n", "a dot alone is doubled on the wire");
    assert!(headers.contains("From: Muster <muster@example.com>"), "{headers}");
    assert!(headers.contains("To: ann@example.com, bob@example.com"), "{headers}");
    assert!(headers.contains("Content-Type: text/plain; charset=utf-8"), "{headers}");
    assert!(headers.contains("Message-ID: <") && headers.contains("Date: "), "{headers}");
    assert!(!headers.lines().any(|line| line.starts_with("Bcc")), "{headers}");
}

#[tokio::test]
async fn a_mail_without_login_is_encrypted_when_the_server_can() {
    let smtp =
        SmtpServer::start(SmtpBehaviour { starttls: true, ..SmtpBehaviour::default() }).await;
    // Any certificate is better than none, also one that nobody trusts.
    send_on(&server(&smtp, None), &mail(), &strict()).await.unwrap();
    assert!(smtp.delivered()[0].tls);
}

#[tokio::test]
async fn a_login_uses_tls_with_either_mechanism() {
    for mechanism in ["PLAIN", "LOGIN"] {
        let login = Some((mechanism, "ann", PASSWORD));
        let smtp =
            SmtpServer::start(SmtpBehaviour { starttls: true, login, ..SmtpBehaviour::default() })
                .await;
        send_on(&server(&smtp, Some(PASSWORD)), &mail(), &trusting(&smtp)).await.unwrap();
        let delivered = smtp.delivered();
        assert_eq!((delivered[0].tls, delivered[0].user.as_str()), (true, "ann"), "{mechanism}");
    }
}

#[tokio::test]
async fn on_the_tls_port_tls_comes_first() {
    let login = Some(("PLAIN", "ann", PASSWORD));
    let smtp =
        SmtpServer::start(SmtpBehaviour { tls_at_once: true, login, ..SmtpBehaviour::default() })
            .await;
    let terms = Terms { tls_port: smtp.port, ..trusting(&smtp) };
    send_on(&server(&smtp, Some(PASSWORD)), &mail(), &terms).await.unwrap();
    let delivered = smtp.delivered();
    assert_eq!((delivered[0].tls, delivered[0].user.as_str()), (true, "ann"));
    let stranger = Terms { root: None, ..terms };
    let sent = send_on(&server(&smtp, None), &mail(), &stranger).await;
    assert!(matches!(sent, Err(MailError::Unusable(_))), "{sent:?}");
}

#[tokio::test]
async fn a_password_is_sent_neither_in_the_clear_nor_to_a_stranger() {
    let login = Some(("PLAIN", "ann", PASSWORD));
    let smtp = SmtpServer::start(SmtpBehaviour { login, ..SmtpBehaviour::default() }).await;
    let sent = send_on(&server(&smtp, Some(PASSWORD)), &mail(), &trusting(&smtp)).await;
    assert!(matches!(sent, Err(MailError::Unusable(_))), "{sent:?}");
    assert!(smtp.delivered().is_empty());

    let smtp =
        SmtpServer::start(SmtpBehaviour { starttls: true, login, ..SmtpBehaviour::default() })
            .await;
    let sent = send_on(&server(&smtp, Some(PASSWORD)), &mail(), &strict()).await;
    let Err(MailError::Unusable(message)) = sent else { panic!("{sent:?}") };
    assert!(message.contains("certificate"), "{message}");
    assert!(smtp.delivered().is_empty());
}

#[tokio::test]
async fn a_wrong_password_is_answered_with_the_message_of_the_server() {
    let login = Some(("PLAIN", "ann", "another"));
    let smtp =
        SmtpServer::start(SmtpBehaviour { starttls: true, login, ..SmtpBehaviour::default() })
            .await;
    let sent = send_on(&server(&smtp, Some(PASSWORD)), &mail(), &trusting(&smtp)).await;
    let message = "535 5.7.8 user name or password is wrong".to_owned();
    assert_eq!(sent, Err(MailError::Refused(message)));
}

#[tokio::test]
async fn a_refused_recipient_is_answered_with_the_message_of_the_server() {
    let refusal = Some("550 no such user here");
    let smtp = SmtpServer::start(SmtpBehaviour { refusal, ..SmtpBehaviour::default() }).await;
    let sent = send_on(&server(&smtp, None), &mail(), &strict()).await;
    assert_eq!(sent, Err(MailError::Refused("550 no such user here".to_owned())));
}

#[tokio::test]
async fn a_silent_server_times_out() {
    let smtp = SmtpServer::start(SmtpBehaviour { silent: true, ..SmtpBehaviour::default() }).await;
    let terms = Terms { total: Duration::from_millis(100), ..strict() };
    let sent = send_on(&server(&smtp, None), &mail(), &terms).await;
    assert_eq!(sent, Err(MailError::Silent));
}

#[tokio::test]
async fn an_unreachable_server_is_reported() {
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    let nobody = MailServer { port: 1, ..server(&smtp, None) };
    let sent = send_on(&nobody, &mail(), &strict()).await;
    let Err(MailError::Unusable(message)) = sent else { panic!("{sent:?}") };
    assert!(message.contains("refused"), "{message}");
}

#[tokio::test]
async fn an_internal_server_is_used_only_where_the_operator_allows_it() {
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    let terms = Terms { allowed: vec!["127.0.0.2/32".parse().unwrap()], ..strict() };
    for host in ["127.0.0.1", "localhost"] {
        let server = MailServer { host: host.to_owned(), ..server(&smtp, None) };
        let sent = send_on(&server, &mail(), &terms).await;
        let Err(MailError::NotAllowed(message)) = sent else { panic!("{sent:?}") };
        assert!(message.contains("OUTBOUND_ALLOW"), "{message}");
    }
    assert!(smtp.delivered().is_empty());
}

#[test]
fn addresses_are_distinguished_from_other_text() {
    let right = ["ann@example.com", "a.b+c@sub.example.org"];
    assert!(right.iter().all(|text| is_address(text)));
    let wrong = ["", "ann", "ann@", "@example.com", "a b@example.com", "a@b\r\nBcc: c@d"];
    assert!(!wrong.iter().any(|text| is_address(text)));
}

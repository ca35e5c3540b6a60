//! TLS by the server itself, and an agent that trusts its authority or not.

use crate::agent::{Agent, enrol};
use crate::certificates::Certificates;
use crate::server::Server;
use crate::turn;

#[tokio::test]
async fn an_agent_speaks_over_tls_with_a_server_it_trusts_and_with_no_other() {
    let _turn = turn::shared().await;
    let folder = tempfile::tempdir().unwrap();
    let made = Certificates::make(folder.path());
    let path = |path: &std::path::Path| path.display().to_string();
    let (certificate, key) = (path(&made.certificate_file), path(&made.key_file));
    let settings = [("MUSTER_TLS_CERT", certificate.as_str()), ("MUSTER_TLS_KEY", &key)];
    let mut server = Server::start_bare(&settings, Some(&made.authority)).await;
    server.set_up().await;
    assert!(server.url.starts_with("https://"), "{}", server.url);

    let token = server.enrolment_token().await;
    let trust = path(&made.authority_file);
    let mut agent = Agent::join_with(&server, &token, "pc-1", &[("SSL_CERT_FILE", &trust)]).await;
    let reply = server.api.run(&agent.id, "sh", "echo over TLS", 10).await;
    assert_eq!(reply.json["stdout"], "over TLS\n", "{}", reply.text);

    let other = tempfile::tempdir().unwrap();
    let stranger = path(&Certificates::make(other.path()).authority_file);
    let empty = tempfile::tempdir().unwrap();
    let refused =
        enrol(empty.path(), &server.url, &token, "pc-2", &[("SSL_CERT_FILE", &stranger)]).await;
    assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    assert!(refused.stderr.contains("certificate"), "{}", refused.stderr);

    agent.terminate().await;
    agent.start_with(&[("SSL_CERT_FILE", &stranger)]);
    agent.logged("invalid peer certificate").await;
    assert_eq!(server.api.run(&agent.id, "sh", "echo", 10).await.code(), "agent_offline");
}

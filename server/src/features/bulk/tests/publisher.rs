//! Updates of agents that a publisher has to sign.

use muster_protocol::{UpdateAgent, downgrade_to_sign, package_to_sign};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};

use super::*;

const UPDATE: &str = "/agents/update/?detail=true";

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Signs the program that the server has, as `muster-sign` does.
async fn sign(server: &TestServer, key: &Ed25519KeyPair, ending: &str, release: &str) -> String {
    let program = server.anonymous().get("/link/agent/linux/amd64/").await;
    let sha256 = program.header("etag").trim_matches('"').to_owned();
    let to_sign = if ending == ".sig" { package_to_sign } else { downgrade_to_sign };
    let text = to_sign("linux", "amd64", release, &sha256);
    let signature = digits(key.sign(&text).as_ref());
    let path = server.folder.path().join(format!("agents/linux-amd64/muster-agent{ending}"));
    std::fs::write(path, format!("{signature}\n")).unwrap();
    signature
}

#[tokio::test]
async fn with_a_publishers_key_only_programs_that_the_publisher_signed_are_ordered() {
    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    let key = Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap();
    let public = digits(key.public_key().as_ref());
    let server = TestServer::start_with(|settings| settings.publisher_key = Some(public)).await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let update = async |version: &str| {
        let body = json!({ "agent_ids": [1], "version": version });
        results(&server, &server.admin.post(UPDATE, body).await.ok()).await
    };

    server.add_release("0.2.0");
    let unsigned =
        "pc-1 skipped the agent program for linux on amd64 is not signed by the publisher";
    assert_eq!(update("0.2.0").await, [unsigned]);
    sign(&server, &key, ".sig", "0.3.0").await;
    assert_eq!(update("0.2.0").await, [unsigned]);
    let signature = sign(&server, &key, ".sig", "0.2.0").await;
    update("0.2.0").await;
    let order = agent.next_order().await;
    assert_eq!(order.read::<UpdateAgent>().unwrap().publisher_signature, signature);

    // Going back needs a signature of its own.
    server.add_release("0.0.9");
    sign(&server, &key, ".sig", "0.0.9").await;
    let unsigned = "pc-1 skipped the agent program for linux on amd64 is not signed for going back \
                    to it by the publisher";
    assert_eq!(update("0.0.9").await, [unsigned]);
    let signature = sign(&server, &key, ".downgrade.sig", "0.0.9").await;
    update("0.0.9").await;
    let order = agent.next_order().await.read::<UpdateAgent>().unwrap();
    assert_eq!((order.publisher_signature, order.allow_downgrade), (signature, true));
}

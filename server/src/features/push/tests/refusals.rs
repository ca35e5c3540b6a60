//! What is refused, and why.

use super::*;

#[tokio::test]
async fn every_problem_of_a_browser_is_named_at_once() {
    let server = TestServer::start().await;
    let refusal = server.admin.post("/accounts/push/", json!({})).await.refused(400, "invalid");
    let required = json!(["This field is required."]);
    let expected = json!({ "endpoint": required, "p256dh": required, "auth": required });
    assert_eq!(refusal["errors"], expected);

    let body = json!({
        "endpoint": "push.example.com", "p256dh": "AAAA", "auth": "AAAA",
        "label": "x".repeat(101), "min_severity": "loud",
    });
    let refusal = server.admin.post("/accounts/push/", body).await.refused(400, "invalid");
    let expected = json!({
        "endpoint": ["Must be an address that begins with https://."],
        "p256dh": ["Must be an uncompressed point of P-256: 65 bytes in base64url."],
        "auth": ["Must be 16 bytes in base64url."],
        "label": ["Must have at most 100 characters."],
        "min_severity": ["Must be one of info, warning, error."],
    });
    assert_eq!(refusal["errors"], expected);

    let service = PushService::start().await;
    let mut body = service.browser("x").subscription();
    body["endpoint"] = json!(format!("https://push.example.com/{}", "x".repeat(976)));
    let refusal = server.admin.post("/accounts/push/", body.clone()).await.refused(400, "invalid");
    let expected = json!({ "endpoint": ["Must have at most 1000 characters."] });
    assert_eq!(refusal["errors"], expected);
    body["endpoint"] = json!(format!("https://push.example.com/{}", "x".repeat(975)));
    server.admin.post("/accounts/push/", body).await.ok();

    let form = json!({ "label": "x".repeat(101), "min_severity": null });
    let browser = list(&server.admin).await[0].clone();
    let refusal = server.admin.put(&path(&browser), form).await.refused(400, "invalid");
    let expected = json!({
        "label": ["Must have at most 100 characters."],
        "min_severity": ["Must not be null."],
    });
    assert_eq!(refusal["errors"], expected);
    assert_eq!(list(&server.admin).await, json!([browser]));
}

#[tokio::test]
async fn an_address_without_tls_is_refused_unless_the_operator_names_it() {
    let service = PushService::start().await;
    let server = TestServer::start_with(|settings| settings.outbound_allow.clear()).await;
    let mut body = service.browser("x").subscription();
    for endpoint in [body["endpoint"].clone(), json!("http://192.0.2.1/x")] {
        body["endpoint"] = endpoint;
        let reply = server.admin.post("/accounts/push/", body.clone()).await;
        let expected = json!({ "endpoint": ["Must be an address that begins with https://."] });
        assert_eq!(reply.refused(400, "invalid")["errors"], expected);
    }
    // With TLS it is stored, and the test shows that the server may not connect.
    body["endpoint"] = json!("https://127.0.0.1:1/x");
    let added = server.admin.post("/accounts/push/", body).await.ok();
    let test = format!("{}test/", path(&added));
    let refusal = server.admin.post(&test, Value::Null).await.refused(400, "push_failed");
    let sentence = "the push service may not be used: 127.0.0.1 is on the server's own machine \
                    or in a private network, and the setting OUTBOUND_ALLOW does not name it";
    assert_eq!(refusal["detail"], sentence);
}

#[tokio::test]
async fn a_user_has_twenty_browsers_at_most() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let mut bodies = Vec::new();
    for number in 0..20 {
        let body = service.browser(&number.to_string()).subscription();
        server.admin.post("/accounts/push/", body.clone()).await.ok();
        bodies.push(body);
    }
    let more = service.browser("more").subscription();
    let refusal = server.admin.post("/accounts/push/", more.clone()).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "You have 20 browsers already: remove one first.");
    server.admin.post("/accounts/push/", bodies[0].clone()).await.ok();
    server.admin.delete(&path(&list(&server.admin).await[0])).await.ok();
    server.admin.post("/accounts/push/", more).await.ok();
    assert_eq!(list(&server.admin).await.as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn browsers_of_others_do_not_exist() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let body = service.browser("x").subscription();
    let mine = path(&server.admin.post("/accounts/push/", body).await.ok());
    let other = server.caller_with(Right::ALL).await;
    assert_eq!(list(&other).await, json!([]));
    other.put(&mine, json!({ "label": "y" })).await.refused(404, "not_found");
    other.delete(&mine).await.refused(404, "not_found");
    other.post(&format!("{mine}test/"), Value::Null).await.refused(404, "not_found");
    assert!(service.received().is_empty());
}

#[tokio::test]
async fn a_key_with_fewer_rights_than_its_user_adds_and_changes_nothing() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let body = service.browser("x").subscription();
    let mine = path(&server.admin.post("/accounts/push/", body.clone()).await.ok());
    let site = server.add_site("Acme", "Main").await;
    let narrowings = [
        json!({ "name": "a", "clients": [site.client] }),
        json!({ "name": "b", "sites": [site.site] }),
        json!({ "name": "c", "rights": ["can_list_agents"] }),
        json!({ "name": "d", "read_only": true }),
    ];
    for narrowing in narrowings {
        let key = server.admin.post("/accounts/apikeys/", narrowing).await.ok();
        let caller = server.anonymous().with_key(key["key"].as_str().unwrap());
        caller.post("/accounts/push/", body.clone()).await.refused(403, "forbidden");
        caller.put(&mine, json!({ "min_severity": "info" })).await.refused(403, "forbidden");
        caller.delete(&mine).await.refused(403, "forbidden");
        caller.post(&format!("{mine}test/"), Value::Null).await.refused(403, "forbidden");
        assert_eq!(list(&caller).await.as_array().unwrap().len(), 1);
    }
    let session = server.session_of("admin").await;
    session.post("/accounts/push/", body).await.ok();
}

#[tokio::test]
async fn nothing_is_tried_out_while_everything_is_frozen() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let body = service.browser("x").subscription();
    let mine = path(&server.admin.post("/accounts/push/", body).await.ok());
    server.admin.post("/core/freeze/", json!({})).await.ok();
    server.admin.post(&format!("{mine}test/"), Value::Null).await.refused(409, "frozen");
    assert!(service.received().is_empty());
}

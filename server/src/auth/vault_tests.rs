//! Sealed secrets: moved by somebody who can write to the database, and of older
//! releases.

use serde_json::json;

use super::{Purpose, Secret, Vault};
use crate::domain::settings::read_settings;
use crate::storage::sql;
use crate::testing::TestServer;

const CANARY: &str = "kanarienvogel-14142135";

/// What is sealed for a long time, and where.
const LASTING: [(Purpose, &str, &str); 3] = [
    (Purpose::TotpSecret, "users", "totp_secret"),
    (Purpose::Settings, "core_settings", "secrets"),
    (Purpose::KeyStore, "key_store", "sealed_value"),
];

async fn stored(server: &TestServer, table: &str, column: &str) -> Vec<u8> {
    let text = format!("select {column} from {table} where {column} is not null");
    let found: Option<Vec<u8>> = sql::value(server.app.db.read(), &text, []).await.unwrap();
    found.unwrap()
}

#[tokio::test]
async fn a_sealed_secret_is_not_opened_where_it_does_not_belong() {
    let server = TestServer::start().await;
    server.admin.put("/core/settings/", json!({ "smtp_host_password": CANARY })).await.ok();
    let key = json!({ "name": "k", "value": "x", "secret": false });
    server.admin.post("/core/keystore/", key).await.ok();
    let write = server.app.db.begin().await.unwrap();
    let text = "update key_store set sealed_value = (select secrets from core_settings)";
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();

    let reply = server.admin.get("/core/keystore/").await;

    assert!(!reply.text.contains(CANARY), "{}", reply.text);
    reply.refused(500, "internal");
}

#[tokio::test]
async fn secrets_of_older_releases_are_sealed_for_their_purpose_at_the_start() {
    let server = TestServer::start().await;
    server.admin.put("/core/settings/", json!({ "remote_token": CANARY })).await.ok();
    let key = json!({ "name": "k", "value": CANARY, "secret": false });
    server.admin.post("/core/keystore/", key).await.ok();
    let write = server.app.db.begin().await.unwrap();
    let text = "update users set totp_secret = $1";
    let totp = server.app.vault.seal(Purpose::TotpSecret, CANARY.as_bytes());
    sql::execute(&write, text, [totp.into()]).await.unwrap();
    write.commit().await.unwrap();
    for (purpose, table, column) in LASTING {
        let secret = stored(&server, table, column).await;
        let secret = server.app.vault.open_sealed(purpose, &secret).unwrap();
        let older = server.app.vault.seal_without_purpose(&secret);
        assert!(server.app.vault.open_sealed(purpose, &older).is_err(), "{table}");
        let write = server.app.db.begin().await.unwrap();
        let text = format!("update {table} set {column} = $1 where {column} is not null");
        sql::execute(&write, &text, [older.into()]).await.unwrap();
        write.commit().await.unwrap();
    }

    let (settings, folder) = server.stop().await;
    let server = TestServer::start_on(settings, folder).await;

    for (purpose, table, column) in LASTING {
        let sealed = stored(&server, table, column).await;
        server.app.vault.open_sealed(purpose, &sealed).unwrap();
    }
    let keys = server.admin.get("/core/keystore/").await.ok();
    assert_eq!(keys[0]["value"], CANARY);
    let settings = read_settings(server.app.db.read(), &server.app.vault).await.unwrap();
    assert_eq!(settings.remote_token, Some(Secret::new(CANARY)));
}

#[test]
fn what_ends_by_itself_is_still_opened_without_its_purpose() {
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::open(&folder.path().join("secret.key")).unwrap();
    let older = vault.seal_without_purpose(b"asked for");

    for purpose in [Purpose::RunRequest, Purpose::BulkRequest, Purpose::BulkAction, Purpose::Answer]
    {
        assert_eq!(vault.open_sealed(purpose, &older).unwrap(), b"asked for");
        let sealed = vault.seal(purpose, b"asked for");
        assert_eq!(vault.open_sealed(purpose, &sealed).unwrap(), b"asked for");
        assert!(vault.open_sealed(Purpose::KeyStore, &sealed).is_err());
        assert!(vault.seal_again(Purpose::KeyStore, &sealed).is_none());
    }
}

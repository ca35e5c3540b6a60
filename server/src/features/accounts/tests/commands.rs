//! `muster user` and `muster apikey`.

use serde_json::json;

use super::{add_person, audit_lines, run};
use crate::cli::apikey::{self, ApiKeyCommand};
use crate::cli::user::{self, UserCommand};
use crate::testing::TestServer;

fn create(name: &str, superuser: bool, password_stdin: bool) -> UserCommand {
    UserCommand::Create { name: name.to_owned(), superuser, password_stdin }
}

async fn answer(server: &TestServer, command: UserCommand, input: &str) -> Vec<String> {
    user::answer(&server.app, command, &mut input.as_bytes()).await.unwrap()
}

#[tokio::test]
async fn a_user_made_at_the_console_logs_in_with_the_password_of_the_last_line() {
    let server = TestServer::start().await;

    let lines = answer(&server, create("boss", true, false), "").await;

    assert_eq!(lines[0], "created user boss");
    let body = json!({ "username": "boss", "password": lines[1] });
    server.anonymous().post("/v2/checkcreds/", body).await.ok();
    assert_eq!(audit_lines(&server).await[0], "console add user created user boss");
    let users = server.admin.get("/accounts/users/?search=username:boss").await.ok();
    assert_eq!(users[0]["is_superuser"], true);
}

#[tokio::test]
async fn a_password_from_standard_input_is_taken_without_its_line_end_and_not_repeated() {
    let server = TestServer::start().await;

    let lines = answer(&server, create("ann", false, true), " with spaces \r\nmore").await;

    assert_eq!(lines, ["created user ann"]);
    let body = json!({ "username": "ann", "password": " with spaces " });
    server.anonymous().post("/v2/checkcreds/", body).await.ok();
}

#[tokio::test]
async fn the_console_has_the_rules_of_the_api() {
    let server = TestServer::start().await;
    let refused = |command: UserCommand, input: &'static str| {
        let app = server.app.clone();
        async move { user::answer(&app, command, &mut input.as_bytes()).await.unwrap_err() }
    };

    let error = refused(create("ann", false, true), "short\n").await;
    assert_eq!(error.to_string(), "password: Must have at least 10 characters");
    let error = refused(create(" ", false, false), "").await;
    assert_eq!(error.to_string(), "username: Enter a user name");
    let error = refused(create("ADMIN", false, false), "").await;
    assert_eq!(error.to_string(), "username: This name is already used");
    let error = refused(UserCommand::Reset2fa { name: "nobody".to_owned() }, "").await;
    assert_eq!(error.to_string(), "user not found");
    assert_eq!(audit_lines(&server).await, [""; 0]);
}

#[tokio::test]
async fn the_console_lets_somebody_back_in() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let session = ann.session(&server).await;
    for _ in 0..5 {
        let wrong = json!({ "username": "ann", "password": "forgotten" });
        server.anonymous().post("/v2/checkcreds/", wrong).await.refused(400, "bad_credentials");
    }

    let name = "ann".to_owned();
    let reset = UserCommand::ResetPassword { name: name.clone(), password_stdin: false };
    let lines = answer(&server, reset, "").await;
    assert_eq!(lines[0], "changed the password of user ann");
    let cleared = answer(&server, UserCommand::Reset2fa { name }, "").await;
    assert_eq!(cleared, ["cleared the two-factor login of user ann"]);

    session.get("/accounts/me/").await.refused(401, "invalid_credentials");
    let body = json!({ "username": "ann", "password": lines[1] });
    let step = server.anonymous().post("/v2/checkcreds/", body).await.ok();
    assert_eq!(step["totp"], false);
    assert_eq!(
        answer(&server, UserCommand::List, "").await[1..],
        [format!(
            "ann, no role, no 2FA, last login {}",
            server.admin.get(&format!("/accounts/{}/users/", ann.id)).await.ok()["last_login"]
                .as_str()
                .unwrap()
        )]
    );
}

#[tokio::test]
async fn a_key_made_at_the_console_works_until_it_is_revoked() {
    let server = TestServer::start().await;
    let (name, user) = ("make-run".to_owned(), "admin".to_owned());

    let create = ApiKeyCommand::Create { name: name.clone(), user };
    let lines = apikey::answer(&server.app, create).await.unwrap();
    let caller = server.anonymous().with_key(lines.last().unwrap());
    caller.get("/accounts/me/").await.ok();
    let list = apikey::answer(&server.app, ApiKeyCommand::List).await.unwrap();
    assert_eq!(list.len(), 2);
    assert!(!list.concat().contains(lines.last().unwrap()));
    let revoke = ApiKeyCommand::Revoke { name: name.clone() };
    assert_eq!(apikey::answer(&server.app, revoke).await.unwrap(), ["revoked API key make-run"]);

    caller.get("/accounts/me/").await.refused(401, "invalid_credentials");
    let again = apikey::answer(&server.app, ApiKeyCommand::Revoke { name }).await.unwrap_err();
    assert_eq!(again.to_string(), "API key not found");
    assert_eq!(
        audit_lines(&server).await,
        [
            "console add apikey created API key make-run of user admin",
            "console delete apikey revoked API key make-run of user admin",
        ]
    );
}

#[tokio::test]
async fn commands_work_beside_a_running_server() {
    let server = TestServer::start().await;
    let settings = server.app.settings.clone();

    user::run(settings.clone(), create("boss", true, false)).await.unwrap();
    let create = ApiKeyCommand::Create { name: "k".to_owned(), user: "boss".to_owned() };
    apikey::run(settings, create).await.unwrap();

    let keys = server.admin.get("/accounts/apikeys/?search=name:k").await.ok();
    assert_eq!(keys[0]["username"], "boss");
}

#[tokio::test]
async fn the_first_superuser_of_the_console_is_the_owner_until_somebody_else_is_named() {
    let server = TestServer::start().await;
    // Nobody can be the owner: the tests' own superuser goes, and comes back later.
    run(&server, "update users set is_superuser = false").await;
    answer(&server, create("clerk", false, false), "").await;
    answer(&server, create("boss", true, false), "").await;
    answer(&server, create("deputy", true, false), "").await;
    run(&server, "update users set is_superuser = true where username = 'admin'").await;
    let path = async |name: &str| {
        let users = server.admin.get("/accounts/users/").await.ok();
        let user = users.as_array().unwrap().iter().find(|user| user["username"] == name).cloned();
        format!("/accounts/{}/users/", user.unwrap()["id"])
    };

    let refusal = server.admin.delete(&path("boss").await).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "The owner account cannot be deleted, disabled or demoted.");
    server.admin.delete(&path("deputy").await).await.ok();
    server.admin.delete(&path("clerk").await).await.ok();

    // A setting says otherwise.
    let (mut settings, folder) = server.stop().await;
    settings.owner_user = Some("admin".to_owned());
    let server = TestServer::start_on(settings, folder).await;
    let users = server.admin.get("/accounts/users/").await.ok();
    let boss = users.as_array().unwrap().iter().find(|user| user["username"] == "boss").unwrap();
    server.admin.delete(&format!("/accounts/{}/users/", boss["id"])).await.ok();
}

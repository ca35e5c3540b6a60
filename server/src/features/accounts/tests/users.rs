//! Users: created, changed, deleted.

use serde_json::{Value, json};

use super::{
    PASSWORD, TIMES, add_person, add_role, audit_lines, default_preferences, last_change, run,
    user_body, without,
};
use crate::auth::Right;
use crate::clock;
use crate::testing::TestServer;

#[tokio::test]
async fn a_user_is_made_with_all_fields_and_shows_in_the_list_at_once() {
    let server = TestServer::start().await;
    let role = add_role(&server, json!({ "name": "Helpers" })).await;
    let body = json!({
        "username": " Ann ", "password": PASSWORD, "email": "ann@example.com",
        "first_name": "Ann", "last_name": "Ash", "role": role, "is_active": false,
        "block_dashboard_login": true, "is_superuser": true, "unknown": 1,
    });

    let user = server.admin.post("/accounts/users/", body).await.ok();

    assert_eq!(
        without(user.clone(), TIMES),
        user_body(json!({
            "id": user["id"], "username": "Ann", "email": "ann@example.com", "first_name": "Ann",
            "last_name": "Ash", "role": role, "role_name": "Helpers", "is_active": false,
            "block_dashboard_login": true,
        }))
    );
    let path = format!("/accounts/{}/users/", user["id"]);
    assert_eq!(server.admin.get(&path).await.ok(), user);
    let list = server.admin.get("/accounts/users/").await.ok();
    let names: Vec<_> = list.as_array().unwrap().iter().map(|user| &user["username"]).collect();
    assert_eq!(names, ["admin", "Ann"]);
    assert_eq!(list[1], user);
    assert_eq!(audit_lines(&server).await[1], "admin add user created user Ann");
    assert_eq!(last_change(&server).await, (Value::Null, user));
}

#[tokio::test]
async fn all_problems_of_a_new_user_are_reported_at_once() {
    let server = TestServer::start().await;
    let body = json!({ "username": "", "password": "123456789", "email": "a b@c", "is_active": 2,
                       "role": "x", "first_name": [5] });
    assert_eq!(
        server.admin.post("/accounts/users/", body).await.problems(),
        json!({
            "username": ["Enter a user name."],
            "password": ["Must have at least 10 characters."],
            "email": ["Must be an e-mail address."],
            "is_active": ["Must be true or false."],
            "role": ["Must be a whole number."],
            "first_name": ["Must be text."],
        })
    );
    let body = json!({ "username": "a\u{7}b", "password": "1234567890", "role": 999_999 });
    assert_eq!(
        server.admin.post("/accounts/users/", body).await.problems(),
        json!({ "username": ["Must not have control characters."] })
    );
    let body = json!({ "username": "a".repeat(150), "password": "1234567890", "role": 999_999 });
    assert_eq!(
        server.admin.post("/accounts/users/", body).await.problems(),
        json!({ "role": ["There is no such role."] })
    );
    assert_eq!(audit_lines(&server).await, [""; 0]);
}

#[tokio::test]
async fn a_change_keeps_what_it_does_not_name_and_null_clears() {
    let server = TestServer::start().await;
    let role = add_role(&server, json!({ "name": "Helpers" })).await;
    let ann = add_person(&server, "ann").await;
    let path = format!("/accounts/{}/users/", ann.id);

    let body = json!({ "first_name": "Ann", "email": "ann@example.com", "role": role,
                       "date_format": "YYYY", "password": "ignored here", "is_superuser": true });
    let old = server.admin.get(&path).await.ok();
    let new = server.admin.put(&path, body).await.ok();

    assert_eq!(
        without(new.clone(), TIMES),
        user_body(json!({
            "id": ann.id, "username": "ann", "first_name": "Ann", "email": "ann@example.com",
            "role": role, "role_name": "Helpers", "date_format": "YYYY",
        }))
    );
    assert_eq!(audit_lines(&server).await.last().unwrap(), "admin modify user changed user ann");
    assert_eq!(last_change(&server).await, (old, new));
    let cleared = json!({ "role": null, "email": null, "first_name": null, "date_format": null });
    let new = server.admin.put(&path, cleared).await.ok();
    assert_eq!(without(new, TIMES), user_body(json!({ "id": ann.id, "username": "ann" })));
    let problems = server.admin.put(&path, json!({ "username": null, "is_active": null })).await;
    assert_eq!(
        problems.problems(),
        json!({ "username": ["Enter a user name."], "is_active": ["Must not be null."] })
    );
}

#[tokio::test]
async fn a_deleted_user_is_gone_with_their_keys_and_sessions() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let session = ann.session(&server).await;
    let body = json!({ "name": "ann's", "user": ann.id });
    let key = server.admin.post("/accounts/apikeys/", body).await.ok();
    let path = format!("/accounts/{}/users/", ann.id);

    assert_eq!(server.admin.delete(&path).await.ok(), json!("deleted user ann"));

    session.get("/accounts/me/").await.refused(401, "invalid_credentials");
    let with_key = server.anonymous().with_key(key["key"].as_str().unwrap());
    with_key.get("/accounts/me/").await.refused(401, "invalid_credentials");
    server.admin.get(&path).await.refused(404, "not_found");
    server.admin.put(&path, json!({})).await.refused(404, "not_found");
    server.admin.delete(&path).await.refused(404, "not_found");
    assert_eq!(audit_lines(&server).await.last().unwrap(), "admin delete user deleted user ann");
}

#[tokio::test]
async fn the_last_active_superuser_stays() {
    let server = TestServer::start().await;
    let admin = server.admin.get("/accounts/me/").await.ok();
    let path = format!("/accounts/{}/users/", admin["id"]);
    let conflict = |reply: crate::testing::Reply| {
        let refusal = reply.refused(409, "conflict");
        let sentence = "The last active superuser cannot be deleted, disabled or demoted.";
        assert_eq!(refusal["detail"], sentence);
    };

    conflict(server.admin.delete(&path).await);
    conflict(server.admin.put(&path, json!({ "is_active": false })).await);
    conflict(server.admin.put(&path, json!({ "block_dashboard_login": true })).await);
    assert_eq!(audit_lines(&server).await, [""; 0]);
    // A second one, by role: the first may go, and then the role must stay.
    let role = add_role(&server, json!({ "name": "Root", "is_superuser": true })).await;
    let ann = super::add_person_with_role(&server, "ann", role.clone()).await;
    let key = json!({ "name": "ann's", "user": ann.id });
    let key = server.admin.post("/accounts/apikeys/", key).await.ok();
    let second = server.anonymous().with_key(key["key"].as_str().unwrap());
    second.delete(&path).await.ok();
    let own = format!("/accounts/{}/users/", ann.id);
    conflict(second.put(&own, json!({ "role": null })).await);
    let role = format!("/accounts/roles/{role}/");
    conflict(second.put(&role, json!({ "is_superuser": false })).await);
    conflict(second.delete(&format!("{role}?force=true")).await);
}

#[tokio::test]
async fn the_owner_stays_even_if_there_are_other_superusers() {
    for by_name in [false, true] {
        let server = TestServer::start_with(|settings| {
            settings.owner_user = by_name.then(|| "Boss".to_owned());
        })
        .await;
        let boss = add_person(&server, "boss").await;
        if !by_name {
            let text = format!("update installation set owner_user_id = {}", boss.id);
            run(&server, &text).await;
        }
        let path = format!("/accounts/{}/users/", boss.id);

        for reply in [
            server.admin.delete(&path).await,
            server.admin.put(&path, json!({ "is_active": false })).await,
            server.admin.put(&path, json!({ "block_dashboard_login": true })).await,
        ] {
            let refusal = reply.refused(409, "conflict");
            let sentence = "The owner account cannot be deleted, disabled or demoted.";
            assert_eq!(refusal["detail"], sentence);
        }
        server.admin.put(&path, json!({ "first_name": "B" })).await.ok();
        let rename = server.admin.put(&path, json!({ "username": "chief" })).await;
        // With the setting, the name makes the owner.
        assert_eq!(rename.status, if by_name { 409 } else { 200 });
    }
}

#[tokio::test]
async fn a_password_set_for_somebody_is_the_one_that_works() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let body = json!({ "id": ann.id, "password": "another good one" });

    let answer = server.admin.post("/accounts/users/reset/", body).await.ok();

    assert_eq!(answer, json!("changed the password of user ann"));
    let old = server.anonymous().post("/v2/checkcreds/", ann.credentials()).await;
    old.refused(400, "bad_credentials");
    let new = json!({ "username": "ann", "password": "another good one" });
    server.anonymous().post("/v2/checkcreds/", new).await.ok();
    let nobody = json!({ "id": 999_999, "password": "another good one" });
    server.admin.post("/accounts/users/reset/", nobody).await.refused(404, "not_found");
    let problems = server.admin.post("/accounts/users/reset/", json!({})).await.problems();
    assert_eq!(
        problems,
        json!({ "id": ["This field is required."], "password": ["Enter a password."] })
    );
}

#[tokio::test]
async fn two_factor_login_cleared_for_somebody_is_set_up_again() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    ann.session(&server).await;

    let answer = server.admin.put("/accounts/users/reset_totp/", json!({ "id": ann.id })).await;

    assert_eq!(answer.ok(), json!("cleared the two-factor login of user ann"));
    let step = server.anonymous().post("/v2/checkcreds/", ann.credentials()).await.ok();
    assert_eq!(step["totp"], false);
    let nobody = server.admin.put("/accounts/users/reset_totp/", json!({ "id": 999_999 })).await;
    nobody.refused(404, "not_found");
}

#[tokio::test]
async fn a_password_is_more_than_the_name_of_its_user() {
    let server = TestServer::start().await;
    let admin = &server.admin;
    let sentence = json!({ "password": ["Must be more than the user name."] });
    let user = |password: &str| json!({ "username": "Bookkeeper", "password": password });
    for password in ["bookkeeper", "1BOOKKEEPER1!", "bookkeeperbookkeeper"] {
        assert_eq!(admin.post("/accounts/users/", user(password)).await.problems(), sentence);
    }
    let made = admin.post("/accounts/users/", user("bookkeeper+5ive")).await.ok();

    let reset = json!({ "id": made["id"], "password": "bookkeeper1" });
    assert_eq!(admin.post("/accounts/users/reset/", reset).await.problems(), sentence);
    let session = add_person(&server, "annabella").await.session(&server).await;
    let own = json!({ "password": "Annabella99", "current_password": PASSWORD });
    assert_eq!(session.put("/accounts/resetpw/", own).await.problems(), sentence);
    // A name of two letters is part of many words.
    let short = json!({ "username": "an", "password": "ananananan" });
    admin.post("/accounts/users/", short).await.ok();
}

#[tokio::test]
async fn own_changes_need_the_current_password() {
    clock::stop();
    let server = TestServer::start().await;
    let session = add_person(&server, "ann").await.session(&server).await;
    let wrong = json!({ "current_password": ["This is not your password."] });

    let body = json!({ "password": "another good one", "current_password": "a guess" });
    assert_eq!(session.put("/accounts/resetpw/", body).await.problems(), wrong);
    let body = json!({ "current_password": "a guess" });
    assert_eq!(session.put("/accounts/reset2fa/", body.clone()).await.problems(), wrong);

    let line = "ann failed_login user login failed: wrong current password";
    assert_eq!(audit_lines(&server).await.last().unwrap(), line);
    for _ in 0..3 {
        session.put("/accounts/reset2fa/", body.clone()).await.problems();
    }
    session.put("/accounts/reset2fa/", body).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn preferences_belong_to_one_user_and_change_in_part() {
    let server = TestServer::start().await;
    let session = add_person(&server, "ann").await.session(&server).await;
    let body = json!({ "dark_mode": false, "agents_per_page": 25, "date_format": "L" });

    let preferences = session.patch("/accounts/users/ui/", body).await.ok();

    let mut expected = default_preferences();
    expected["dark_mode"] = json!(false);
    expected["agents_per_page"] = json!(25);
    expected["date_format"] = json!("L");
    assert_eq!(preferences, expected);
    assert_eq!(last_change(&server).await, (default_preferences(), expected.clone()));
    let me = session.get("/accounts/me/").await.ok();
    assert_eq!((&me["dark_mode"], &me["agents_per_page"]), (&json!(false), &json!(25)));
    expected["dark_mode"] = json!(true);
    let back = session.patch("/accounts/users/ui/", json!({ "dark_mode": null })).await.ok();
    assert_eq!(back, expected);
    let lines = audit_lines(&server).await;
    assert_eq!(lines.last().unwrap(), "ann modify user changed the preferences of user ann");

    let wrong = json!({ "dark_mode": "x", "client_tree_sort": "x", "client_tree_splitter": 101,
                        "agents_per_page": 0, "url_action": "x", "loading_bar_color": "" });
    assert_eq!(
        session.patch("/accounts/users/ui/", wrong).await.problems(),
        json!({
            "dark_mode": ["Must be true or false."],
            "client_tree_sort": ["Must be one of alphafail, alpha."],
            "client_tree_splitter": ["Must be 0 to 100."],
            "agents_per_page": ["Must be 1 to 1000."],
            "url_action": ["Must be a whole number."],
            "loading_bar_color": ["Must not be empty."],
        })
    );
    let unknown = session.patch("/accounts/users/ui/", json!({ "url_action": 1 })).await;
    assert_eq!(unknown.problems(), json!({ "url_action": ["There is no such URL action."] }));
}

#[tokio::test]
async fn the_list_is_searched_ordered_and_paged() {
    let server = TestServer::start().await;
    for name in ["ann", "bob", "info"] {
        add_person(&server, name).await;
    }
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|u| u["username"].as_str().unwrap().into()).collect()
    };

    // Everybody has a colour named "info"; only one user has that name.
    let found = server.admin.get("/accounts/users/?search=info").await.ok();
    assert_eq!(names(&found), ["info"]);
    let ordered = server.admin.get("/accounts/users/?ordering=-username").await.ok();
    assert_eq!(names(&ordered), ["info", "bob", "ann", "admin"]);
    let page = server.admin.get("/accounts/users/?page=2&page_size=3").await.ok();
    assert_eq!((&page["count"], names(&page["results"])), (&json!(4), vec!["info".to_owned()]));
    server.admin.get("/accounts/users/?ordering=password").await.refused(400, "invalid");
}

#[tokio::test]
async fn each_call_about_users_needs_its_right() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let one = format!("/accounts/{}/users/", ann.id);
    let reader = server.caller_with(&[Right::ListAccounts]).await;
    let writer = server.caller_with(&[Right::ManageAccounts]).await;
    let empty = || json!({});

    reader.get("/accounts/users/").await.ok();
    reader.get(&one).await.ok();
    for reply in [
        reader.post("/accounts/users/", empty()).await,
        reader.put(&one, empty()).await,
        reader.delete(&one).await,
        reader.post("/accounts/users/reset/", empty()).await,
        reader.put("/accounts/users/reset_totp/", empty()).await,
        writer.get("/accounts/users/").await,
        writer.get(&one).await,
    ] {
        reply.refused(403, "forbidden");
    }
    for reply in [
        server.anonymous().put("/accounts/resetpw/", empty()).await,
        server.anonymous().put("/accounts/reset2fa/", empty()).await,
        server.anonymous().post("/accounts/recoverycodes/", empty()).await,
        server.anonymous().patch("/accounts/users/ui/", empty()).await,
        server.anonymous().get("/accounts/users/").await,
    ] {
        reply.refused(401, "not_authenticated");
    }
}

#[tokio::test]
async fn a_read_only_key_changes_nothing_of_its_user() {
    let server = TestServer::start().await;
    let body = json!({ "name": "look", "read_only": true });
    let key = server.admin.post("/accounts/apikeys/", body).await.ok();
    let key = server.anonymous().with_key(key["key"].as_str().unwrap());
    let password = json!({ "password": "another good one", "current_password": PASSWORD });

    key.put("/accounts/resetpw/", password.clone()).await.refused(403, "forbidden");
    key.put("/accounts/reset2fa/", password.clone()).await.refused(403, "forbidden");
    key.post("/accounts/recoverycodes/", password).await.refused(403, "forbidden");
    key.patch("/accounts/users/ui/", json!({})).await.refused(403, "forbidden");
}

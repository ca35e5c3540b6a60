//! The agent's own account, and what is said when nobody else is there.

use super::*;

#[test]
fn the_own_account_is_the_same_as_itself_only() {
    let own = own_account();
    assert!(own.sid.starts_with("S-1-5-") && !own.name.is_empty() && own.session.is_none());
    let other = Account { sid: "S-1-5-21-1-2-3-1001".to_owned(), ..own.clone() };
    assert!(own.is_same(&own_account()) && !own.is_same(&other));
}

#[test]
fn a_refusal_says_what_is_missing() {
    let said = |code| refusal("CORP\\ann", &Error::from(code)).to_string();
    assert_eq!(said(ERROR_NO_TOKEN), "nobody is logged in to run this as");
    let needs_service = "running as CORP\\ann needs an agent that runs as a service";
    assert_eq!(said(ERROR_PRIVILEGE_NOT_HELD), needs_service);
    assert_eq!(said(ERROR_ACCESS_DENIED), needs_service);
    // A self-test tells it from what is broken.
    let problem = refusal("CORP\\ann", &Error::from(ERROR_PRIVILEGE_NOT_HELD));
    assert_eq!(problem, Problem::Refused(needs_service.to_owned()));
    let other = said(windows::Win32::Foundation::ERROR_NOT_SUPPORTED);
    assert!(other.starts_with("running as CORP\\ann is refused: "), "{other}");
}

#[tokio::test]
async fn nobody_gets_the_agents_own_identity_instead_of_their_own() {
    match active_user().await {
        Err(problem) => assert!(!problem.to_string().is_empty()),
        Ok(account) => assert!(account.session.is_some() || account == own_account()),
    }
    // Wine takes every session for the own one.
    let sid = "S-1-5-21-1-2-3-1001".to_owned();
    let stranger = Account { session: Some(0x7fff_fff0), sid, ..own_account() };
    assert!(token_of(&stranger).is_err());
    assert!(token_of(&own_account()).is_err());
}

#[tokio::test]
async fn whoever_is_listed_has_a_name() {
    assert!(login_sessions().await.iter().all(|session| !session.user.is_empty()));
}

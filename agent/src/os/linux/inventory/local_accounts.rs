//! The accounts and groups of this machine itself, from `/etc`. What a directory adds is not
//! listed: it may have a hundred thousand.

use std::collections::BTreeMap;
use std::fs;

use chrono::{DateTime, SecondsFormat};
use serde_json::{Value, json};

/// More than a machine has of either.
const MOST: usize = 2000;

/// Shells with which nobody can log in.
const NO_SHELLS: [&str; 3] = ["nologin", "false", "sync"];

const SECONDS_OF_DAY: i64 = 86_400;

/// How an account is switched off: it has expired with the first day of 1970.
const LONG_EXPIRED: i64 = 1;

/// An account of `/etc/passwd`.
struct User<'a> {
    name: &'a str,
    uid: &'a str,
    gid: &'a str,
    comment: &'a str,
    home: &'a str,
    shell: &'a str,
}

/// The local users and groups, by the same names as on Windows.
pub fn read() -> (Value, Value) {
    let text = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let (passwd, group, shadow) = (text("/etc/passwd"), text("/etc/group"), text("/etc/shadow"));
    (users(&passwd, &shadow), groups(&group, &passwd))
}

fn users(passwd: &str, shadow: &str) -> Value {
    let ages: BTreeMap<&str, Vec<&str>> = shadow
        .lines()
        .map(|line| line.split(':').collect::<Vec<&str>>())
        .filter_map(|fields| Some((*fields.first()?, fields)))
        .collect();
    let describe = |user: User<'_>| {
        let full_name = user.comment.split(',').next().unwrap_or_default();
        let shadow = ages.get(user.name);
        let mut fields = json!({ "Name": user.name, "UID": user.uid, "Home": user.home,
            "Shell": user.shell, "Disabled": !can_log_in(user.shell) });
        if !full_name.is_empty() {
            fields["FullName"] = full_name.into();
        }
        if let Some(shadow) = shadow {
            // Only root may read it: what is not known is not there.
            let expires = shadow.get(7).and_then(|day| day.parse::<i64>().ok());
            let is_off = expires.is_some_and(|day| day <= LONG_EXPIRED);
            fields["Disabled"] = (is_off || !can_log_in(user.shell)).into();
            if let Some(day) = expires.filter(|_| !is_off).and_then(day_of) {
                fields["Expires"] = day.into();
            }
            fields["PasswordLocked"] =
                shadow.get(1).is_some_and(|password| password.starts_with(['!', '*'])).into();
        }
        fields
    };
    passwd.lines().filter_map(user).take(MOST).map(describe).collect()
}

/// Midnight of a day that is counted from 1970.
fn day_of(day: i64) -> Option<String> {
    let time = DateTime::from_timestamp(day.checked_mul(SECONDS_OF_DAY)?, 0)?;
    Some(time.to_rfc3339_opts(SecondsFormat::Secs, true))
}

fn can_log_in(shell: &str) -> bool {
    let program = shell.rsplit('/').next().unwrap_or_default();
    !NO_SHELLS.contains(&program)
}

/// Members are those that the group lists, and those whose own group it is.
fn groups(group: &str, passwd: &str) -> Value {
    let describe = |line: &str| {
        let fields: Vec<&str> = line.split(':').collect();
        let [name, _, gid, listed] = fields[..] else { return None };
        let own = passwd.lines().filter_map(user).filter(|user| user.gid == gid);
        let listed = listed.split(',').map(str::trim).filter(|name| !name.is_empty());
        let mut members: Vec<&str> = own.map(|user| user.name).chain(listed).collect();
        members.sort_unstable();
        members.dedup();
        Some(json!({ "Name": name, "GID": gid, "Members": members }))
    };
    group.lines().filter_map(describe).take(MOST).collect()
}

/// Lines that begin with a sign ask a directory.
fn user(line: &str) -> Option<User<'_>> {
    let fields: Vec<&str> = line.split(':').collect();
    let [name, _, uid, gid, comment, home, shell] = fields[..] else { return None };
    let is_own = !name.is_empty() && !name.starts_with(['+', '-']);
    is_own.then_some(User { name, uid, gid, comment, home, shell })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/bash\n\
        daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n\
        ann:x:1000:1000:Ann Adler,,,:/home/ann:/bin/zsh\n\
        bob:x:1001:1000::/home/bob:/bin/sh\n+::::::\nodd\n";

    #[test]
    fn users_are_those_of_the_machine_and_one_who_cannot_log_in_is_disabled() {
        let shadow = "root:!:19000:0:99999:7:::\nann:$y$j9T$x:19000:0:99999:7:::\n\
                      bob:*:19000:0:99999:7::1:\n";
        let user = |name: &str, uid: &str, home: &str, shell: &str, disabled: bool| json!({ "Name": name, "UID": uid, "Home": home, "Shell": shell, "Disabled": disabled });
        let mut root = user("root", "0", "/root", "/bin/bash", false);
        (root["FullName"], root["PasswordLocked"]) = (json!("root"), json!(true));
        let mut daemon = user("daemon", "1", "/usr/sbin", "/usr/sbin/nologin", true);
        daemon["FullName"] = json!("daemon");
        let mut ann = user("ann", "1000", "/home/ann", "/bin/zsh", false);
        (ann["FullName"], ann["PasswordLocked"]) = (json!("Ann Adler"), json!(false));
        // The account is switched off.
        let mut bob = user("bob", "1001", "/home/bob", "/bin/sh", true);
        bob["PasswordLocked"] = json!(true);
        assert_eq!(users(PASSWD, shadow), json!([root, daemon, ann, bob]));
        let later = users(PASSWD, "bob:x:19000:0:99999:7::20000:\n");
        let expires = (&later[3]["Disabled"], &later[3]["Expires"]);
        assert_eq!(expires, (&json!(false), &json!("2024-10-04T00:00:00Z")));
    }

    #[test]
    fn groups_have_the_members_they_list_and_those_whose_own_group_they_are() {
        let text = "root:x:0:\nsudo:x:27:ann, cy\nstaff:x:1000:ann\nodd:x\n";
        let expected = json!([
            { "Name": "root", "GID": "0", "Members": ["root"] },
            { "Name": "sudo", "GID": "27", "Members": ["ann", "cy"] },
            { "Name": "staff", "GID": "1000", "Members": ["ann", "bob"] },
        ]);
        assert_eq!(groups(text, PASSWD), expected);
    }

    #[test]
    fn this_machine_has_root_in_a_group() {
        let (users, groups) = read();
        assert!(users.as_array().unwrap().iter().any(|user| user["Name"] == "root"), "{users}");
        let roots = groups.as_array().unwrap().iter().find(|group| group["GID"] == "0").unwrap();
        assert!(roots["Members"].as_array().unwrap().contains(&json!("root")), "{roots}");
    }
}

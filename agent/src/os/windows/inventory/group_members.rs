//! Who is in a local group: WMI takes minutes for that where a domain is large.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use windows::Win32::Foundation::{ERROR_ACCESS_DENIED, WIN32_ERROR};
use windows::Win32::NetworkManagement::NetManagement::{
    LOCALGROUP_MEMBERS_INFO_2, MAX_PREFERRED_LENGTH, NetLocalGroupGetMembers,
};
use windows::core::{HSTRING, PCWSTR};

use super::answers::Answers;
use super::hardware::text;
use super::net_buffer::NetBuffer;
use crate::os::windows::accounts::sid_text;
use crate::os::windows::wmi_query::Row;

/// The level of the question: identifier, kind and name.
const WITH_SID_AND_NAME: u32 = 2;

/// How long all groups may take together: names of a domain may be slow to come.
const LIMIT: Duration = Duration::from_secs(10);

/// Members of one group that are listed.
const MOST: usize = 500;

/// A member as Windows names it: the name with its domain, or the identifier of an account
/// that is gone.
#[derive(Clone, Debug, Default, PartialEq)]
struct Member {
    name: String,
    sid: String,
}

/// The local groups with their members, where those are known.
pub fn groups(answers: &Answers) -> Vec<Value> {
    let begun = Instant::now();
    let describe = |row: &Row| {
        let members = match begun.elapsed() < LIMIT {
            true => members_of(text(row, "Name")),
            false => Err("the names of its members were too slow to come".to_owned()),
        };
        with_members(row, members)
    };
    answers.of("local_groups").iter().map(describe).collect()
}

fn with_members(row: &Row, members: Result<Vec<Member>, String>) -> Value {
    let mut group = Value::from(row.clone());
    match members {
        Ok(members) => {
            let mut names: Vec<String> = members.iter().map(Member::shown).collect();
            let more = names.len().saturating_sub(MOST);
            names.truncate(MOST);
            if more > 0 {
                names.push(format!("and {more} more"));
            }
            group["Members"] = json!(names);
        }
        Err(reason) => group["MembersUnknown"] = reason.into(),
    }
    group
}

impl Member {
    fn shown(&self) -> String {
        let (_, name) = self.name.rsplit_once('\\').unwrap_or(("", &self.name));
        if name.is_empty() { self.sid.clone() } else { self.name.clone() }
    }
}

#[expect(unsafe_code, reason = "Windows returns a list that has to be freed")]
fn members_of(group: &str) -> Result<Vec<Member>, String> {
    let (mut list, mut count, mut total) = (std::ptr::null_mut::<u8>(), 0, 0);
    // SAFETY: the name and the variables live longer than the call; no name of a server means
    // this one.
    let answer = unsafe {
        NetLocalGroupGetMembers(
            PCWSTR::null(),
            &HSTRING::from(group),
            WITH_SID_AND_NAME,
            &raw mut list,
            MAX_PREFERRED_LENGTH,
            &raw mut count,
            &raw mut total,
            None,
        )
    };
    let buffer = NetBuffer::new(list);
    if answer != 0 {
        return Err(reason(answer));
    }
    if buffer.is_null() {
        return Ok(Vec::new());
    }
    let count = usize::try_from(count).unwrap_or(0);
    // SAFETY: Windows has just written so many; they live as long as `buffer`.
    let found =
        unsafe { std::slice::from_raw_parts(list.cast::<LOCALGROUP_MEMBERS_INFO_2>(), count) };
    Ok(found.iter().map(read).collect())
}

#[expect(unsafe_code, reason = "Windows returns a text that ends with a zero")]
fn read(found: &LOCALGROUP_MEMBERS_INFO_2) -> Member {
    let name = found.lgrmi2_domainandname;
    let name = match name.is_null() {
        true => String::new(),
        // SAFETY: the text lives as long as the list.
        false => String::from_utf16_lossy(unsafe { name.as_wide() }),
    };
    Member { name, sid: sid_text(found.lgrmi2_sid).unwrap_or_default() }
}

fn reason(code: u32) -> String {
    match WIN32_ERROR(code) {
        ERROR_ACCESS_DENIED => "the agent may not ask for its members".to_owned(),
        _ => format!("its members are not known: error {code}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, sid: &str) -> Member {
        Member { name: name.to_owned(), sid: sid.to_owned() }
    }

    fn row() -> Row {
        json!({ "Name": "Administrators", "SID": "S-1-5-32-544" }).as_object().unwrap().clone()
    }

    #[test]
    fn members_are_named_and_an_account_that_is_gone_by_its_identifier() {
        let gone = "S-1-5-21-1-2-3-1108";
        let found = vec![
            member("PC-1\\ann", "S-1-5-21-4-5-6-1001"),
            member("", gone),
            member("CORP\\", gone),
        ];
        let expected = json!({ "Name": "Administrators", "SID": "S-1-5-32-544",
            "Members": ["PC-1\\ann", gone, gone] });
        assert_eq!(with_members(&row(), Ok(found)), expected);
        let unknown = with_members(&row(), Err(reason(5)));
        assert_eq!(unknown["MembersUnknown"], "the agent may not ask for its members");
        assert!(unknown.get("Members").is_none());
    }

    #[test]
    fn of_a_huge_group_the_first_members_are_listed() {
        let many: Vec<Member> = (0..507).map(|n| member(&format!("user{n}"), "")).collect();
        let group = with_members(&row(), Ok(many));
        let members = group["Members"].as_array().unwrap();
        assert_eq!((members.len(), &members[500]), (501, &json!("and 7 more")));
    }

    #[test]
    fn this_machine_answers_about_its_groups() {
        // Wine has none of them, and says so or names nobody.
        for name in ["Administrators", "no such group"] {
            match members_of(name) {
                Ok(members) => assert!(members.iter().all(|one| !one.shown().is_empty())),
                Err(reason) => assert!(!reason.is_empty()),
            }
        }
    }
}

//! Events in the shapes that Windows documents.

use proptest::prelude::*;

use super::*;

/// Written with the older functions: values without names, and no level but the one that
/// the type became.
const CLASSIC: &str = "<Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'>\
    <System><Provider Name='MsiInstaller'/><EventID Qualifiers='0'>1033</EventID>\
    <Version>0</Version><Level>4</Level><Task>0</Task><Opcode>0</Opcode>\
    <Keywords>0x80000000000000</Keywords><TimeCreated SystemTime='2026-11-15T01:57:29.0000010Z'/>\
    <EventRecordID>4711</EventRecordID><Correlation/><Execution ProcessID='0' ThreadID='0'/>\
    <Channel>Application</Channel><Computer>pc-1.example.org</Computer>\
    <Security UserID='S-1-5-18'/></System><EventData><Data>Tool &amp; Die</Data><Data>1.2</Data>\
    <Data></Data><Binary>7B</Binary></EventData></Event>";

/// Written by a program with a manifest.
const MODERN: &str = "<Event xmlns=\"http://schemas.microsoft.com/win/2004/08/events/event\">\n\
    <System>\n<Provider Name=\"Microsoft-Windows-Security-Auditing\" \
    Guid=\"{54849625-5478-4994-a5ba-3e3b0328c30d}\"/>\n<EventID>4625</EventID>\n<Level>0</Level>\n\
    <Task>12544</Task>\n<Keywords>0x8010000000000000</Keywords>\n\
    <TimeCreated SystemTime=\"2026-11-15T01:57:29.123456700Z\"/>\n\
    <EventRecordID>90</EventRecordID>\n<Computer>pc-1</Computer>\n</System>\n<EventData>\n\
    <Data Name=\"TargetUserName\">eve</Data>\n<Data Name=\"Status\">0xc000006d</Data>\n\
    </EventData>\n</Event>";

const USER_DATA: &str = "<Event><System><Provider Name='Microsoft-Windows-Eventlog'/>\
    <EventID>104</EventID><Level>2</Level><TimeCreated SystemTime='2026-11-15T01:57:29Z'/></System>\
    <UserData><LogFileCleared xmlns='http://manifests.microsoft.com/x'>\
    <SubjectUserName>eve</SubjectUserName><BackupPath></BackupPath></LogFileCleared></UserData></Event>";

#[test]
fn an_event_of_an_older_program_is_an_entry() {
    let expected = LogEntry {
        record: 4711,
        time: 1_794_707_849_000_001,
        source: "MsiInstaller".to_owned(),
        event_type: "INFO".to_owned(),
        event_id: 1033,
        category: String::new(),
        computer: "pc-1.example.org".to_owned(),
        message: "Tool & Die\n1.2".to_owned(),
    };
    let expected = Event { entry: expected, has_message: false, task: 0 };
    assert_eq!(parse(CLASSIC), Some(expected));
}

#[test]
fn an_audited_event_has_its_category_and_its_values() {
    let event = parse(MODERN).unwrap();
    assert_eq!((event.entry.event_type.as_str(), event.task), ("AUDIT_FAILURE", 12_544));
    assert_eq!(event.entry.message, "TargetUserName: eve\nStatus: 0xc000006d");
    assert_eq!(event.entry.time % 1_000_000, 123_456);
}

#[test]
fn the_values_of_a_maker_s_own_structure_are_the_message() {
    let event = parse(USER_DATA).unwrap();
    assert_eq!(event.entry.message, "SubjectUserName: eve");
    assert_eq!((event.entry.event_type.as_str(), event.entry.event_id), ("ERROR", 104));
}

#[test]
fn an_event_from_another_machine_brings_its_message() {
    let rendered = "<RenderingInfo Culture='en-US'><Message>An account failed to log on.\r\n\
        </Message><Task>Logon</Task></RenderingInfo></Event>";
    let event = parse(&MODERN.replace("</Event>", rendered)).unwrap();
    assert!(event.has_message);
    assert_eq!(event.entry.message, "An account failed to log on.");
    assert_eq!(event.entry.category, "Logon");
}

#[test]
fn what_is_no_event_is_none() {
    let anonymous = MODERN.replace("Provider", "Nobody");
    let timeless = MODERN.replace("SystemTime", "Time");
    for text in ["", "<Event/>", "</Event>", "no", &anonymous, &timeless] {
        assert_eq!(parse(text), None, "{text}");
    }
    let renamed = "<Provider Name='' EventSourceName='Eventlog'/>";
    let event = parse(&CLASSIC.replace("<Provider Name='MsiInstaller'/>", renamed)).unwrap();
    assert_eq!(event.entry.source, "Eventlog");
}

#[test]
fn each_event_has_a_type() {
    for (level, keywords, expected) in [
        (0, 0, "INFO"),
        (1, 0, "ERROR"),
        (2, 0x80_0000_0000_0000, "ERROR"),
        (3, 0, "WARNING"),
        (4, 0, "INFO"),
        (5, 0, "INFO"),
        (16, 0, "INFO"),
        (0, 0x8020_0000_0000_0000, "AUDIT_SUCCESS"),
        (2, 0x8010_0000_0000_0000, "AUDIT_FAILURE"),
    ] {
        assert_eq!(event_type(level, keywords), expected, "{level} {keywords:#x}");
    }
}

proptest! {
    #[test]
    fn a_document_that_is_cut_off_or_changed_is_survived(
        length in 0..MODERN.len(),
        insert in "(<|/|>|'|Data|\\PC){0,9}",
    ) {
        let (before, after) = MODERN.split_at(length);
        let _ = parse(before);
        let _ = parse(&format!("{before}{insert}{after}"));
    }
}

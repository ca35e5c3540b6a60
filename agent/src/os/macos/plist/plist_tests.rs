//! Property lists as the library of another language writes them.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use proptest::prelude::*;
use serde_json::json;

use super::*;

const BINARY: &str = "\
    YnBsaXN0MDDbAQIDBAUGBwgJCgsMDRAREhMXGBkaG1NCaWdZS2VlcEFsaXZlU0tleVVMYWJlbFROaWNlXxAQUHJvZ3Jh\
    bUFyZ3VtZW50c1VSYXRpb1lSdW5BdExvYWRVU2luY2VfEBBUaHJvdHRsZUludGVydmFsVVdvcmRzEwAAAAEqBfIA0Q4P\
    XlN1Y2Nlc3NmdWxFeGl0CEIBAl5vcmcuZXhhbXBsZS5kYhP/////////+6MUFRZfEBEvdXNyL2xvY2FsL2Jpbi9kYlIt\
    ZGQA/ABiAGUAciM/4AAAAAAAAAkzQchVd8AAAAARASyvEBQcHR4fICEiIyQlJicoKSorLC0uL1J3MFJ3MVJ3MlJ3M1J3\
    NFJ3NVJ3NlJ3N1J3OFJ3OVN3MTBTdzExU3cxMlN3MTNTdzE0U3cxNVN3MTZTdzE3U3cxOFN3MTkACAAfACMALQAxADcA\
    PABPAFUAXwBlAHgAfgCHAIoAmQCaAJ0ArAC1ALkAzQDQANkA4gDjAOwA7wEGAQkBDAEPARIBFQEYARsBHgEhASQBKAEs\
    ATABNAE4ATwBQAFEAUgAAAAAAAACAQAAAAAAAAAwAAAAAAAAAAAAAAAAAAABTA==";

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Big</key> <integer>5000000000</integer>
	<key>KeepAlive</key> <dict> <key>SuccessfulExit</key> <false/> </dict>
	<key>Key</key> <data> AQI= </data>
	<!-- <key>Off</key> <true/> -->
	<key>Label</key> <string>org.example.db</string>
	<key>Nice</key> <integer>-5</integer>
	<key>ProgramArguments</key>
	<array> <string>/usr/local/bin/db</string> <string>-d</string> <string>über</string> </array>
	<key>Ratio</key> <real>0.5</real>
	<key>RunAtLoad</key> <true/>
	<key>Since</key> <date>2026-11-16T08:00:00Z</date>
	<key>ThrottleInterval</key> <integer>300</integer>
	<key>Words</key> <array> WORDS </array>
</dict>
</plist>
"#;

fn binary() -> Vec<u8> {
    BASE64_STANDARD.decode(BINARY).unwrap()
}

fn words() -> Vec<String> {
    (0..20).map(|number| format!("w{number}")).collect()
}

#[test]
fn both_formats_say_the_same() {
    let expected = json!({
        "Big": 5_000_000_000_i64,
        "KeepAlive": { "SuccessfulExit": false },
        "Key": null,
        "Label": "org.example.db",
        "Nice": -5,
        "ProgramArguments": ["/usr/local/bin/db", "-d", "über"],
        "Ratio": 0.5,
        "RunAtLoad": true,
        "Since": "2026-11-16T08:00:00Z",
        "ThrottleInterval": 300,
        "Words": words(),
    });
    assert_eq!(parse(&binary()), Some(expected.clone()));
    let items: String = words().iter().map(|word| format!("<string>{word}</string>")).collect();
    assert_eq!(parse(XML.replace("WORDS", &items).as_bytes()), Some(expected));
}

#[test]
fn texts_are_read_as_they_were_meant() {
    let text = |inner: &str| parse(format!("<plist><string>{inner}</string></plist>").as_bytes());
    assert_eq!(text("a &amp;lt; b"), Some(json!("a &lt; b")));
    assert_eq!(text("1<![CDATA[<2>]]>3"), Some(json!("1<2>3")));
    assert_eq!(parse(b"<plist><dict/></plist>"), Some(json!({})));
    for broken in ["", "hello", "<dict><key>a</key></dict>", "<dict><true/></dict>", "<b/>"] {
        assert_eq!(parse(broken.as_bytes()), None, "{broken}");
    }
    // One after the other, however many there are.
    let parts = 200_000;
    assert_eq!(text(&"<![CDATA[x]]>".repeat(parts)), Some(json!("x".repeat(parts))));
    let deep = format!("{}{}", "<array>".repeat(500), "</array>".repeat(500));
    assert_eq!(parse(deep.as_bytes()), None);
}

/// A list of one text, named so often.
fn list_of_one_text(times: u32, bytes: u32) -> Vec<u8> {
    let count = |marker: u8, count: u32| [&[marker, 0x12][..], &count.to_be_bytes()].concat();
    let list = [count(0xaf, times), vec![1; times as usize]].concat();
    let text = [count(0x5f, bytes), vec![b'x'; bytes as usize]].concat();
    let second = (binary::MAGIC.len() + list.len()) as u32;
    let table = [8_u32.to_be_bytes(), second.to_be_bytes()].concat();
    let sizes = [0, 0, 0, 0, 0, 0, 4, 1];
    let trailer = [2, 0, u64::from(second) + text.len() as u64].map(u64::to_be_bytes).concat();
    [binary::MAGIC, &list, &text, &table, &sizes, &trailer].concat()
}

#[test]
fn a_small_file_does_not_become_much_memory() {
    assert_eq!(parse(&list_of_one_text(20, 3)), Some(json!(vec!["xxx"; 20])));
    assert_eq!(parse(&list_of_one_text(100_000, 100_000)), None);
    assert_eq!(parse(&list_of_one_text(300_000, 1)), None);
}

#[test]
fn a_file_is_read_by_its_content_and_others_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [("b.plist", &binary()[..]), ("a.plist", b"no"), ("c.txt", b"<true/>")] {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let found = read_folder(folder.path());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, folder.path().join("b.plist"));
    assert_eq!(found[0].1["Label"], "org.example.db");
    let long = folder.path().join("long.plist");
    std::fs::write(&long, vec![b' '; MAX_BYTES as usize + 1]).unwrap();
    assert_eq!((read(&long), read(&folder.path().join("none"))), (None, None));
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes: Vec<u8>, at in 0..460_usize, byte: u8) {
        let _ = parse(&bytes);
        let _ = binary::parse(&bytes);
        // Objects that name themselves, too.
        let mut changed = binary();
        changed[at] = byte;
        let _ = parse(&changed);
    }

    #[test]
    fn any_text_is_survived(text in "(<|>|/|dict|array|key|string|<!--|-->|<!\\[CDATA\\[|\\PC){0,40}") {
        let _ = parse(text.as_bytes());
    }
}

//! The states an update can end in.

use super::*;

const SUCCESS: Answer = Answer { result: 2, hresult: 0 };
const FAILURE: Answer = Answer { result: 4, hresult: 0x8024_200B_u32.cast_signed() };

fn judged(step: Step, is_offered: bool) -> Verdict {
    let attempt = Attempt { guid: "a".to_owned(), title: "KB1".to_owned(), step };
    let offered = if is_offered { vec!["a", "b"] } else { vec!["b"] };
    judge(&attempt, &offered.into_iter().map(str::to_owned).collect())
}

fn tried(answer: Answer, needs_reboot: bool) -> Step {
    Step::Tried { answer, needs_reboot }
}

fn failed(reason: &str) -> Verdict {
    Verdict::Failed(reason.to_owned())
}

#[test]
fn nothing_is_installed_unless_a_new_search_no_longer_offers_it() {
    assert_eq!(judged(tried(SUCCESS, false), false), Verdict::Installed);
    let still = failed("Windows reports success, but still offers it");
    assert_eq!(judged(tried(SUCCESS, false), true), still);
    let with_errors = Answer { result: 3, hresult: 0 };
    assert_eq!(judged(tried(with_errors, false), false), Verdict::Installed);
    for is_offered in [true, false] {
        assert_eq!(judged(tried(SUCCESS, true), is_offered), Verdict::RestartPending);
    }
}

#[test]
fn a_failure_is_never_installed() {
    let reason = "the installer failed (0x8024200B)";
    assert_eq!(judged(tried(FAILURE, false), true), failed(reason));
    assert_eq!(judged(tried(FAILURE, true), true), failed(reason));
    let gone = format!("{reason}, and it is no longer offered");
    assert_eq!(judged(tried(FAILURE, false), false), Verdict::Gone(gone));
    let aborted = Answer { result: 5, hresult: 0 };
    assert_eq!(judged(tried(aborted, false), true), failed("it was cancelled"));
    let unfinished = Answer { result: 1, hresult: 0 };
    assert_eq!(judged(tried(unfinished, false), true), failed("it was not finished"));
}

#[test]
fn what_was_never_tried_says_why() {
    let gone = "it is not offered: it is installed, or another update replaces it";
    assert_eq!(judged(Step::NotOffered, false), Verdict::Gone(gone.to_owned()));
    assert!(matches!(judged(Step::NotOffered, true), Verdict::Failed(_)));
    assert_eq!(judged(Step::Hidden, true), failed("it is hidden on this computer"));
    let full = Answer { result: 4, hresult: 0x8007_0070_u32.cast_signed() };
    let reason = "it was not downloaded: the disk is full (0x80070070)";
    assert_eq!(judged(Step::NotDownloaded(full), true), failed(reason));
    assert!(matches!(judged(Step::NotDownloaded(full), false), Verdict::Gone(_)));
    let licence = Step::NotPrepared("its licence was not accepted".to_owned());
    assert_eq!(judged(licence, true), failed("its licence was not accepted"));
}

#[test]
fn the_last_lines_say_what_became_of_each() {
    let attempt = |title: &str| Attempt {
        guid: "a".to_owned(),
        title: title.to_owned(),
        step: Step::NotOffered,
    };
    let well = vec![
        (attempt("KB1"), Verdict::Installed),
        (attempt("KB2"), Verdict::RestartPending),
        (attempt("KB3"), Verdict::Gone("why".to_owned())),
    ];
    let restart = "the computer must restart to complete the installation";
    let lines = [
        "installed: KB1",
        "installed after a restart: KB2",
        "nothing to install: KB3: why",
        restart,
    ];
    assert_eq!(report(&well, false), (lines.map(str::to_owned).to_vec(), false));

    let badly = [(attempt("KB1"), Verdict::Installed), (attempt("KB4"), failed("because"))];
    let lines = ["installed: KB1", "failed: KB4: because"].map(str::to_owned).to_vec();
    assert_eq!(report(&badly, false), (lines, true));
    assert_eq!(report(&badly[..1], true).0.last().unwrap(), restart);
    assert_eq!(report(&[], false), (Vec::new(), false));
}

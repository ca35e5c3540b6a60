//! Carries out one request, in a thread where it may block.

use super::inflow::Held;
use super::message::{answer, refusal};
use super::step::{Content, Done, Reply};
use crate::remote::files::{Answer, FileProblem, Files, Handled, ProblemCode, Request};

/// Carries out a request and reports what came of it. The uploads that it replaces end
/// before it begins.
pub fn carry_out(files: &Files, request: Request, replaced: &[Held], reply: Reply) {
    replaced.iter().for_each(Held::release);
    let done = try_it(files, request, &reply)
        .unwrap_or_else(|problem| Done::Answered(refusal(reply.id(), &problem), true));
    reply.send(done);
}

fn try_it(files: &Files, request: Request, reply: &Reply) -> Result<Done, FileProblem> {
    let id = reply.id();
    if let Request::List { .. } = request {
        return list(files, request, reply).map(|text| Done::Answered(text, false));
    }
    match files.handle(id, request, &mut |progress| reply.progress(progress))? {
        Handled::Answer(ok) => Ok(Done::Answered(answer(id, &ok)?, false)),
        Handled::Upload(ok, upload) => Ok(Done::Begun(answer(id, &ok)?, Content::Upload(upload))),
        Handled::Download(ok, download) => {
            Ok(Done::Begun(answer(id, &ok)?, Content::Download(download)))
        }
        Handled::Zip(ok, archive) => Ok(Done::Begun(answer(id, &ok)?, Content::Zip(archive))),
    }
}

/// Lists a folder. A page of long names may be too long for one message: then it is a
/// shorter page.
fn list(files: &Files, mut request: Request, reply: &Reply) -> Result<String, FileProblem> {
    loop {
        let mut report = |progress| reply.progress(progress);
        let Handled::Answer(ok) = files.handle(reply.id(), request.clone(), &mut report)? else {
            return Err(FileProblem::new(ProblemCode::Io, "The list has content."));
        };
        let count = match &ok {
            Answer::Page { entries, .. } => entries.len(),
            _ => 0,
        };
        match (answer(reply.id(), &ok), &mut request) {
            (Err(_), Request::List { limit, .. }) if count > 1 => *limit = Some(count / 2),
            (answered, _) => return answered,
        }
    }
}

-- Sealed: how a command or a script was asked for, beside what the run itself
-- says, so that it can be run again. Null for what was not asked for by a
-- person, and for runs from before this step.
alter table runs add column sealed_request {bytes};

-- A run is in one of these states and in no other. The rule stands at a new
-- column because SQLite adds none to a table that exists.
--
-- Whether a run never began because its agent was offline: whoever asked for it
-- is told so with a status of its own, which a sentence must not decide.
alter table runs add column was_offline boolean not null default false
    constraint runs_status check (status in ('queued', 'running', 'passed', 'failed', 'timed_out',
                                             'cancelled', 'expired', 'interrupted'));
update runs set was_offline = true where problem = 'the agent was offline';

-- Runs of scripts, runs that wait for their agent, what is kept of them; and
-- the notes people and runs leave on an agent.

-- Null for a command and for code that is in no library.
alter table runs add column script_id bigint references scripts (id) on delete set null;
-- Kept by name as well: the history outlives the script.
alter table runs add column script_name text not null default '';
-- Where the output goes once the run has ended.
alter table runs add column custom_field bigint references custom_fields (id) on delete set null;
alter table runs add column collector_all_output boolean not null default false;
alter table runs add column save_to_agent_note boolean not null default false;
-- Whether the output went there; set once, so that it goes there once.
alter table runs add column followed_up boolean not null default false;
-- When somebody asked to end a run that was running; the agent is told again
-- each time it connects.
alter table runs add column cancel_asked bigint;

-- What waits for an agent, in order of age.
create index runs_queued on runs (agent_id, id) where status = 'queued';
create index runs_expiry on runs (expires) where status = 'queued';
create index runs_custom_field on runs (custom_field) where custom_field is not null;
create index runs_script on runs (script_id, time desc) where script_id is not null;

create table notes (
    id         {id},
    agent_id   bigint not null references agents (id) on delete cascade,
    -- Null when the author is gone.
    user_id    bigint references users (id) on delete set null,
    username   text   not null,
    note       text   not null,
    entry_time bigint not null
);
create index notes_agent on notes (agent_id, entry_time desc);

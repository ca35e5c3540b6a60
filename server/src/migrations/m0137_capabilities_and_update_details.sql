-- What agents can do, as their last hello named it: the names of `muster_protocol`,
-- with spaces between them. Beside the agent's row, which is written more often.
create table agent_capabilities (
    agent_id bigint primary key references agents (id) on delete cascade,
    names    text   not null
);

-- What only some updaters say of an update, such as Windows: a JSON object, see
-- `features/winupdate/details.rs`; empty where there is nothing of it.
alter table winupdates add column more text not null default '';
-- Whether somebody hid it at the computer, so that it cannot be installed.
alter table winupdates add column is_hidden boolean not null default false;

-- A run is asked for with a credential, and an API key may see and do less than
-- its user: what was asked for with each key of a user is distinguished.

-- The API key a run was asked for with. Null: a session, the server itself, or
-- a run from before this step. No reference: the number outlives the key.
alter table runs add column api_key bigint;
alter table bulk_actions add column api_key bigint;

-- The same key from the same credential on the same path starts nothing twice.
create table run_keys (
    -- The API key or the user that called, as in idempotent_requests.
    credential   text   not null,
    key          text   not null,
    path         text   not null,
    -- The run the first request started.
    run_id       bigint not null references runs (id) on delete cascade,
    created_time bigint not null,
    primary key (credential, key)
);
create index run_keys_time on run_keys (created_time);
create index run_keys_run on run_keys (run_id);

-- A request that is sent again after the update starts nothing twice either.
-- Which credential sent it was not kept: each one of the user may have. Nor
-- was its path: for most runs it follows from their kind, and the others are
-- refused for the rest of the day.
insert into run_keys (credential, key, path, run_id, created_time)
select c.credential, k.key,
       '/agents/' || a.agent_id || case when r.type = 'script_run' then '/runscript/' else '/cmd/' end,
       k.run_id, k.created_time
  from idempotency_keys k
  join runs r on r.id = k.run_id
  join agents a on a.id = r.agent_id
  join (select id as user_id, 'user ' || id as credential from users
        union all
        select user_id, 'key ' || id as credential from api_keys) c on c.user_id = k.user_id;
drop table idempotency_keys;

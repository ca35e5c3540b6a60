-- The head of the audit log says where the log begins and ends. Its keyed hash
-- reveals a head that was changed without the key, its counter tells an older
-- one from a newer one. The hash is empty until a server has signed it, at its
-- first start after this step. Rows up to pruned_id were removed by the
-- retention of the log; pruned_hash is the hash of the last of them.
alter table audit_head add column counter bigint not null default 0;
alter table audit_head add column pruned_id bigint not null default 0;
alter table audit_head add column pruned_hash text not null default '';
alter table audit_head add column mac text not null default '';

-- Who did it: names can change, keys cannot. Null: nobody with an account, or
-- before this step.
alter table audit_log add column user_id bigint;
create index audit_log_user on audit_log (user_id, entry_time desc, id desc);

-- The code that ran or was changed, by its SHA-256; null where there was none.
-- The text is stored once, sealed, and deleted when the rows that name it are:
-- last_time is the time of the last of them, give or take a day.
alter table audit_log add column code_sha256 text;
create table audit_code (
    sha256    text    primary key,
    sealed    {bytes} not null,
    last_time bigint  not null
);
create index audit_code_time on audit_code (last_time);

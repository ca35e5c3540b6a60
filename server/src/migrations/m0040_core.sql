-- What administrators decide in the UI, and the key store.

-- One row from the beginning, so that writers can lock it.
create table core_settings (
    id            bigint primary key check (id = 1),
    -- JSON object: what differs from the defaults.
    plain         text   not null default '{}',
    -- Sealed JSON object, name → text; null when no secret is set.
    secrets       {bytes},
    created_by    text   not null default '',
    created_time  bigint not null,
    modified_by   text   not null default '',
    modified_time bigint not null
);
insert into core_settings (id, created_time, modified_time) values (1, 0, 0);

-- Values that scripts use as {{global.name}}.
create table key_store (
    id            {id},
    name          text    not null,
    -- Sealed, whether it is a secret or not.
    sealed_value  {bytes} not null,
    -- Shown to nobody.
    secret        boolean not null,
    created_by    text    not null default '',
    created_time  bigint  not null,
    modified_by   text    not null default '',
    modified_time bigint  not null
);
create unique index key_store_name on key_store (lower(name));

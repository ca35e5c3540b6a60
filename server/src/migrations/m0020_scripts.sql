-- The script library: scripts with their former bodies, and snippets.

create table scripts (
    id                  {id},
    -- Identity of a script that comes with the program; null for others.
    guid                text    unique,
    name                text    not null,
    description         text    not null default '',
    filename            text    not null default '',
    shell               text    not null,
    script_type         text    not null default 'userdefined',
    -- JSON lists of texts.
    args                text    not null default '[]',
    env_vars            text    not null default '[]',
    -- Empty: runs everywhere.
    supported_platforms text    not null default '[]',
    category            text    not null default '',
    syntax              text    not null default '',
    default_timeout     bigint  not null default 90,
    run_as_user         boolean not null default false,
    favorite            boolean not null default false,
    hidden              boolean not null default false,
    script_body         text    not null,
    -- SHA-256 of the body, hexadecimal.
    script_hash         text    not null,
    -- Number, author and time of the present body.
    version             bigint  not null default 1,
    body_author         text    not null default '',
    body_time           bigint  not null,
    -- Of a built-in script: digest of all the program says about it.
    library_digest      text    not null default '',
    -- Of a built-in script: the program no longer brings it.
    retired             boolean not null default false,
    created_by          text    not null default '',
    created_time        bigint  not null,
    modified_by         text    not null default '',
    modified_time       bigint  not null,
    check (script_type in ('userdefined', 'builtin'))
);
create index scripts_name on scripts (name);

-- Bodies that were replaced, each with whoever wrote it.
create table script_versions (
    script_id   bigint not null references scripts (id) on delete cascade,
    n           bigint not null,
    body        text   not null,
    script_hash text   not null,
    author      text   not null,
    time        bigint not null,
    primary key (script_id, n)
);

-- Code that a script inserts by writing {{name}}.
create table snippets (
    id            {id},
    name          text   not null,
    description   text   not null default '',
    code          text   not null,
    shell         text   not null,
    created_by    text   not null default '',
    created_time  bigint not null,
    modified_by   text   not null default '',
    modified_time bigint not null
);
create unique index snippets_name on snippets (lower(name));

-- What may use a value of the key store: JSON lists of keys of clients and of
-- scripts of the library, empty for all; and whether code that is written for
-- one run may.
alter table key_store add column allowed_clients text not null default '[]';
alter table key_store add column allowed_scripts text not null default '[]';
alter table key_store add column allow_adhoc boolean not null default true;

-- A random number with every write. Their sum tells a server that stores output
-- whether it still knows all secrets, which it must not store. The index spares
-- the engine the values.
alter table key_store add column revision bigint not null default 0;
create index key_store_revision on key_store (revision);

-- Codes that open an account once each when its authenticator is lost. Hashed
-- with a key that is not in the database; a used code is deleted.
create table recovery_codes (
    user_id bigint not null references users (id) on delete cascade,
    digest {bytes} not null,
    primary key (user_id, digest)
);

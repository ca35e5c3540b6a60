-- Names, in lower case, that accounts had until they were renamed or deleted.
-- Nobody else gets one of them while the audit log may have rows under it. Of
-- names from before this step only the log knows, and not whose they were: 0.
create table former_usernames (
    name    text   primary key,
    user_id bigint not null,
    ended   bigint not null
);
insert into former_usernames (name, user_id, ended)
select lower(username), 0, max(entry_time)
  from audit_log
 where lower(username) not in (select lower(username) from users)
 group by lower(username);

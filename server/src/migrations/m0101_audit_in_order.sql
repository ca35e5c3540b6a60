-- Whether the audit log's times follow its ids, which a clock put back may
-- prevent: while they do, any page of it is found by its ids.
alter table audit_head add column last_time bigint not null default 0;
alter table audit_head add column ordered_from bigint not null default 1;
update audit_head
   set last_time = coalesce((select max(entry_time) from audit_log where id = last_id), 0),
       ordered_from = coalesce(
           (select max(id)
              from (select id, entry_time, lag(entry_time) over (order by id) as earlier
                      from audit_log) steps
             where entry_time < earlier), 1);

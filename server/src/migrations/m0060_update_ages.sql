-- Since when an update is what it is: those that are installed or superseded
-- do not stay for ever.
alter table winupdates add column changed_time bigint not null default 0;
update winupdates set changed_time =
    coalesce(date_installed, (select max(scanned_at) from update_scans), 0);

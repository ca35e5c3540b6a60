-- A million rows of audit log. Their hashes are none: only for reading. What is
-- there already is older, so that times follow ids as in a real log.
update audit_log set entry_time = 1780000000000000;
insert into audit_log (id, entry_time, username, agent, agent_id, site, action, object_type,
       object_id, message, before_value, after_value, ip_address, debug_info, hash)
with recursive n (i) as (select cast(1 as bigint) union all select i + 1 from n where i < 1000000)
select (select last_id from audit_head) + i, 1780000000000000 + i * 1000000, 'anna', 'DESKTOP-1',
       'benchagent' || (i % 10000), 'Site 1', 'modify', 'agent', '' || i,
       'anna changed agent DESKTOP-1', '{"description": "before"}', '{"description": "after"}',
       '192.168.1.7', '{}', '0'
  from n;
update audit_head set last_id = last_id + 1000000,
       last_time = 1780000000000000 + 1000000000000, ordered_from = 1;

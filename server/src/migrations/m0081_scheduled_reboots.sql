-- Reboots that agents keep until their time: found among millions of runs.
create index runs_reboots on runs (status, agent_id) where order_name = 'schedule_reboot';

-- Which sites have agents in maintenance, without reading all agents for it.
create index agents_in_maintenance on agents (site_id) where maintenance_mode;

-- The list of all agents goes by site and host name: from this index the order
-- is read off, without sorting the fleet for every caller. It also finds the
-- agents of a site, as the index did that goes.
create index agents_order on agents (site_id, lower(hostname), id);
drop index agents_site;

-- How many of the creators who have a skill are found by clients: the count beside a suggested skill. Owner: talent.

alter table skills add column findable_count integer not null default 0 check (findable_count >= 0);
update skills s set findable_count = counted.found
from (
  select key, count(*) as found from (
    select distinct c.user_id,
      regexp_replace(regexp_replace(lower(btrim(skill)), '[\s_/-]+', ' ', 'g'), '(\w\w[^\Ws])s\M', '\1', 'g') as key
    from creators c, unnest(c.skills) as skill
    where c.is_findable
  ) as each group by key
) as counted
where counted.key = s.key;

-- The most used come first.
drop index skills_by_use;
create index skills_by_use on skills (findable_count desc, key);

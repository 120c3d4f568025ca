-- Skills under one name, a search by any word that forgives typing errors, and portfolio items of several files.
-- Owner: talent.

-- Skills that creators have or had. `key` is what all spellings share (`skillKey` in the core); the name is the one
-- that was used first, and is offered to others while a creator has it.
create table skills (
  key text primary key,
  name text not null,
  creator_count integer not null check (creator_count >= 0)
);
create index skills_by_key_parts on skills using gin (key gin_trgm_ops);
create index skills_by_use on skills (creator_count desc, key);

insert into skills (key, name, creator_count)
select key, min(name), count(*) from (
  select distinct c.user_id, skill as name,
    regexp_replace(regexp_replace(lower(btrim(skill)), '[\s_/-]+', ' ', 'g'), '(\w\w[^\Ws])s\M', '\1', 'g') as key
  from creators c, unnest(c.skills) as skill
) as each group by key;

-- Words that occur on creators' pages, to find the one that a mistyped word means. A word stays when no page has it any
-- more, so the search checks that a creator has the word.
create table search_words (
  word text primary key
);
create index search_words_by_trigrams on search_words using gist (word gist_trgm_ops (siglen = 32));

-- Titles and descriptions of the services, fixed and by the hour, and titles of the portfolio, for the search.
alter table creators add column services_text text not null default '';
alter table creators add column works_text text not null default '';
-- Name and headline alone, which count more than the rest.
alter table creators add column search_head tsvector not null default ''::tsvector;

create or replace function creators_search() returns trigger language plpgsql as $$
begin
  new.search_head := to_tsvector('simple', new.name || ' ' || new.headline);
  new.search := new.search_head || to_tsvector('simple',
    array_to_string(new.skills, ' ') || ' ' || new.services_text || ' ' || new.about || ' ' || new.works_text);
  insert into search_words (word)
  select lexeme from unnest(new.search) where length(lexeme) between 3 and 40 and lexeme ~ '^[[:alpha:]]+$'
  order by lexeme
  on conflict do nothing;
  return new;
end $$;
drop trigger creators_search on creators;
create trigger creators_search before insert or update of name, headline, about, skills, services_text, works_text
  on creators for each row execute function creators_search();

create index creators_by_search_head on creators using gin (search_head);

-- A portfolio item has one file or more, each an image with, where it opens in 3D, the asset behind it. The cover, which
-- is a 3D file where there is one, is also in the item itself.
alter table portfolio_items add column if not exists discipline text;
create table portfolio_files (
  id uuid primary key,
  item_id uuid not null references portfolio_items (id),
  position integer not null,
  file_id uuid not null references stored_files (id),
  asset_id uuid references assets (id)
);
create index portfolio_files_by_item on portfolio_files (item_id, position);
create index portfolio_files_by_file on portfolio_files (file_id);
create index portfolio_files_by_asset on portfolio_files (asset_id) where asset_id is not null;
insert into portfolio_files (id, item_id, position, file_id, asset_id)
select gen_random_uuid(), id, 1, file_id, asset_id from portfolio_items;

update creators c set
  services_text = coalesce((
    select string_agg(s.title || ' ' || s.description, ' ' order by s.position)
    from (
      select title, description, position from package_services where creator_id = c.user_id and removed_at is null
      union all
      select title, description, position from hourly_services where creator_id = c.user_id and removed_at is null
    ) as s), ''),
  works_text = coalesce((
    select string_agg(p.title, ' ' order by p.position) from portfolio_items p
    where p.creator_id = c.user_id and p.removed_at is null), '');

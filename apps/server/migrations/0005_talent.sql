-- Creators, their package services and portfolios. Owner: talent.
create extension if not exists pg_trgm;

create table creators (
  user_id uuid primary key references users (id),
  name text not null,
  headline text not null default '',
  about text not null default '',
  skills text[] not null default '{}',
  languages text[] not null default '{}',
  accepting text not null default 'open' check (accepting in ('open', 'waiting-list', 'closed')),
  price_from bigint check (price_from > 0),
  price_currency text check (price_currency ~ '^[A-Z]{3}$'),
  rating_sum bigint not null default 0,
  rating_count bigint not null default 0,
  completed_count bigint not null default 0,
  version integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Written by the trigger below, because array_to_string is not immutable.
  search tsvector not null default ''::tsvector,
  -- Bayesian average of stars in thousandths, with five stars-of-four as the prior, so that one review does not top the list.
  ranking_score integer generated always as (((rating_sum + 20) * 1000 / (rating_count + 5))::integer) stored,
  check ((price_from is null) = (price_currency is null))
);

create function creators_search() returns trigger language plpgsql as $$
begin
  new.search :=
    setweight(to_tsvector('simple', new.name || ' ' || new.headline), 'A') ||
    setweight(to_tsvector('simple', array_to_string(new.skills, ' ')), 'B') ||
    setweight(to_tsvector('simple', new.about), 'C');
  return new;
end $$;
create trigger creators_search before insert or update of name, headline, about, skills on creators
  for each row execute function creators_search();

create index creators_by_search on creators using gin (search);
create index creators_by_skills on creators using gin (skills);
create index creators_by_languages on creators using gin (languages);
create index creators_by_ranking on creators (ranking_score desc, user_id desc);
-- The search by rating: the plain average in thousandths first, then the ranking score.
create index creators_by_rating on creators (
  (case when rating_count = 0 then 0 else rating_sum * 1000 / rating_count end) desc, ranking_score desc, user_id desc
);
create index creators_by_price on creators (price_currency, price_from, user_id);
create index creators_by_age on creators (created_at desc, user_id desc);

create table package_services (
  id uuid primary key,
  creator_id uuid not null references creators (user_id),
  position integer not null,
  title text not null,
  description text not null,
  price bigint not null check (price > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unit text not null check (unit in ('project', 'hour')),
  delivery_days integer check (delivery_days between 1 and 365),
  created_at timestamptz not null,
  removed_at timestamptz
);
create index package_services_by_creator on package_services (creator_id, position);

create table portfolio_items (
  id uuid primary key,
  creator_id uuid not null references creators (user_id),
  position integer not null,
  title text not null,
  description text not null,
  file_id uuid not null references stored_files (id),
  -- Set when the item opens in the 3D viewer.
  asset_id uuid references assets (id),
  created_at timestamptz not null,
  removed_at timestamptz
);
create index portfolio_items_by_creator on portfolio_items (creator_id, position);
create index portfolio_items_by_file on portfolio_items (file_id);
create index portfolio_items_by_asset on portfolio_items (asset_id) where asset_id is not null;

-- Whom clients find: creators whose page says what they make, shows something to ask for, and who have hours to book.
-- Owner: talent.

-- What the rule in packages/core/src/talent/page/findable.ts is counted from, of every user.
create view creator_page_facts as
  select f.*, f.has_hourly_service
    or exists (select from package_services s where s.creator_id = f.user_id and s.removed_at is null) as has_service
  from (
    select u.id as user_id, c.user_id is not null as has_page,
      coalesce(c.headline, '') <> '' as has_headline,
      coalesce(cardinality(c.skills), 0) > 0 as has_skills,
      exists (select from hourly_services s where s.creator_id = u.id and s.removed_at is null) as has_hourly_service,
      exists (select from portfolio_items x where x.creator_id = u.id and x.removed_at is null) as has_portfolio,
      exists (select from schedules s where s.user_id = u.id
        and (jsonb_array_length(s.weekly) > 0 or jsonb_array_length(s.overrides) > 0)) as has_hours
    from users u left join creators c on c.user_id = u.id
  ) as f;

-- The outcome of the rule at the last change of the page, its services or hours. The gallery shows no others either.
alter table creators add column is_findable boolean not null default false;
update creators c set is_findable = true
from creator_page_facts f
where f.user_id = c.user_id and f.has_headline and f.has_skills and (f.has_service or f.has_portfolio) and f.has_hours;
update creators set in_gallery = false where in_gallery and not is_findable;

-- The search reads along these.
drop index creators_by_ranking, creators_by_rating, creators_by_price, creators_by_age;
create index creators_by_ranking on creators (ranking_score desc, user_id desc) where is_findable;
create index creators_by_rating on creators (
  (case when rating_count = 0 then 0 else rating_sum * 1000 / rating_count end) desc, ranking_score desc, user_id desc
) where is_findable;
create index creators_by_price on creators (price_currency, price_from, user_id) where is_findable;
create index creators_by_age on creators (created_at desc, user_id desc) where is_findable;
-- The planner takes no statistics from partial indexes.
create statistics creators_average on (case when rating_count = 0 then 0 else rating_sum * 1000 / rating_count end)
  from creators;

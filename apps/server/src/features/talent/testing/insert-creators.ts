import { sql } from 'kysely'
import { type TestApp } from '../../../testing/test-app.ts'

/** Inserts many creators with varied skills, languages, prices, stars and ages, the same on each run. */
export async function insertCreators({ app: { backgroundDeps: deps } }: TestApp, count: number): Promise<void> {
  await sql`
    insert into users (id, name, first_name, email, role, terms_version, terms_at, email_verified)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Creator ' || n, 'Creator',
      'creator-' || n || '@many.test', 'creator', 1, now(), true
    from generate_series(1, ${count}::integer) as n`.execute(deps.db)
  await sql`
    insert into creators (user_id, name, headline, about, skills, languages, price_from, price_currency,
      rating_sum, rating_count, created_at, updated_at, is_findable)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Creator ' || n,
      (array['Stage sets', 'Avatars', 'Worlds', 'Product models'])[1 + n % 4], 'Number ' || n || ' of many',
      array[(array['Rigging', 'Lighting', 'Texturing', 'Sculpting', 'Animation', 'Photogrammetry', 'Shaders'])[1 + n % 7],
        (array['Blender', 'Unity', 'Unreal', 'Houdini', 'Maya'])[1 + n % 5]],
      array['en', (array['de', 'ja', 'es', 'fr', 'zh', 'ar'])[1 + n % 6]],
      case when n % 11 = 0 then null else (n % 97 + 1) * 1000 end,
      case when n % 11 = 0 then null else (array['EUR', 'USD', 'JPY'])[1 + n % 3] end,
      case when n % 5 = 0 then 0 else (n % 13 + 1) * (1 + n % 5) - n % 2 end,
      case when n % 5 = 0 then 0 else n % 13 + 1 end,
      date_trunc('second', now()) - n * interval '37 seconds' - (n % 3) * interval '1 day', now(), true
    from generate_series(1, ${count}::integer) as n`.execute(deps.db)
  await sql`
    with items as materialized (
      select gen_random_uuid() as file_id, user_id, place from creators, generate_series(1, 4) as place
    ), images as (
      insert into stored_files (id, owner_id, sha256, media_type, bytes, width, height, name, created_at)
      select file_id, user_id, md5(file_id::text), 'image/webp', 1000, 40, 30, 'item.webp', now() from items
    )
    insert into portfolio_items (id, creator_id, position, title, description, file_id, created_at)
    select gen_random_uuid(), user_id, place, 'Item ' || place, '', file_id, now() from items`.execute(deps.db)
  await sql`
    insert into availability_index (creator_id, free_from, free_until)
    select user_id, now() + (n % 100) * interval '1 day', now() + (5 + n % 100) * interval '1 day'
    from (select user_id, row_number() over (order by user_id) as n from creators) as each`.execute(deps.db)
  await sql`vacuum analyze users, creators, portfolio_items, availability_index`.execute(deps.db)
}

import { sql } from 'kysely'
import { type TestApp } from '../../../testing/test-app.ts'

/** Many creators with skills, languages, prices, stars and ages of every kind, the same each time. */
export async function fillCreators({ deps }: TestApp, count: number): Promise<void> {
  await sql`
    insert into people (id, name, first_name, email, role, terms_version, terms_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Creator ' || n, 'Creator',
      'creator-' || n || '@many.test', 'creator', 1, now()
    from generate_series(1, ${count}::integer) as n`.execute(deps.db)
  await sql`
    insert into creators (person_id, name, headline, about, skills, languages, price_from, price_currency,
      rating_sum, rating_count, created_at, updated_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Creator ' || n,
      (array['Stage sets', 'Avatars', 'Worlds', 'Product models'])[1 + n % 4], 'Number ' || n || ' of many',
      array[(array['Rigging', 'Lighting', 'Texturing', 'Sculpting', 'Animation', 'Photogrammetry', 'Shaders'])[1 + n % 7],
        (array['Blender', 'Unity', 'Unreal', 'Houdini', 'Maya'])[1 + n % 5]],
      array['en', (array['de', 'ja', 'es', 'fr', 'zh', 'ar'])[1 + n % 6]],
      case when n % 11 = 0 then null else (n % 97 + 1) * 1000 end,
      case when n % 11 = 0 then null else (array['EUR', 'USD', 'JPY'])[1 + n % 3] end,
      case when n % 5 = 0 then 0 else (n % 13 + 1) * (1 + n % 5) - n % 2 end,
      case when n % 5 = 0 then 0 else n % 13 + 1 end,
      date_trunc('second', now()) - n * interval '37 seconds' - (n % 3) * interval '1 day', now()
    from generate_series(1, ${count}::integer) as n`.execute(deps.db)
  await sql`
    with pieces as materialized (
      select gen_random_uuid() as file_id, person_id, place from creators, generate_series(1, 4) as place
    ), pictures as (
      insert into files (id, owner_id, sha256, mime, bytes, width, height, name, created_at)
      select file_id, person_id, md5(file_id::text), 'image/webp', 1000, 40, 30, 'piece.webp', now() from pieces
    )
    insert into portfolio_pieces (id, creator_id, position, title, description, file_id, created_at)
    select gen_random_uuid(), person_id, place, 'Piece ' || place, '', file_id, now() from pieces`.execute(deps.db)
  await sql`
    insert into session_openings (creator_id, free_from, free_until)
    select person_id, now() + (n % 100) * interval '1 day', now() + (5 + n % 100) * interval '1 day'
    from (select person_id, row_number() over (order by person_id) as n from creators) as each`.execute(deps.db)
  await sql`vacuum analyze people, creators, portfolio_pieces, session_openings`.execute(deps.db)
}

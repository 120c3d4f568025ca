import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'

/** Copies the titles of a creator's services and portfolio, and what the services say, to where search finds them. */
export async function updateSearchTexts(tx: Tx, creatorId: string): Promise<void> {
  await sql`
    update creators c set services_text = texts.services, works_text = texts.works
    from (select
      coalesce((
        select string_agg(s.title || ' ' || s.description, ' ' order by s.position) from (
          select title, description, position from package_services
          where creator_id = ${creatorId} and removed_at is null
          union all
          select title, description, position from hourly_services
          where creator_id = ${creatorId} and removed_at is null
        ) as s), '') as services,
      coalesce((
        select string_agg(concat_ws(' ', p.title, replace(p.discipline, '-', ' ')), ' ' order by p.position) from portfolio_items p
        where p.creator_id = ${creatorId} and p.removed_at is null), '') as works
    ) as texts
    where c.user_id = ${creatorId} and (c.services_text, c.works_text) is distinct from (texts.services, texts.works)`.execute(
    tx,
  )
}

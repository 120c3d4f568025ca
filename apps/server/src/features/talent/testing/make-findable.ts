import { sql } from 'kysely'
import { type TestApp } from '../../../testing/test-app.ts'
import { publishProfileChange } from '../profile/publish-profile-change.ts'

/** Takes the steps until clients find a creator who has a page, without a word that a search could be about. */
export async function makeFindable(t: TestApp, userId: string): Promise<void> {
  const { db, ids } = t.deps
  await sql`
    update creators set headline = case when headline = '' then '.' else headline end,
      skills = case when skills = '{}' then '{Unsaid}' else skills end
    where user_id = ${userId}`.execute(db)
  await sql`
    insert into package_services (id, creator_id, position, title, description, price, currency, unit, created_at)
    values (${ids.next()}, ${userId}, 1000, '', '', 100, 'EUR', 'project', now())`.execute(db)
  await sql`
    insert into schedules (user_id, time_zone, weekly, overrides, absences, travels, version, updated_at)
    values (${userId}, 'UTC', '[{"weekday": 1, "from": "09:00", "to": "17:00"}]', '[]', '[]', '[]', 1, now())
    on conflict (user_id) do nothing`.execute(db)
  await t.transact((tx) => publishProfileChange(tx, userId))
}

import { type PageFacts } from '@veranda/core/talent/page/findable.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

type PageFactsRow = {
  has_headline: boolean
  has_skills: boolean
  has_service: boolean
  has_portfolio: boolean
  has_hours: boolean
}

/** Finds what the steps until a creator is found are counted from; also of a user without a page. */
export async function findPageFacts(db: Db, userId: string): Promise<PageFacts> {
  const { rows } = await sql<PageFactsRow>`
    select has_headline, has_skills, has_service, has_portfolio, has_hours
    from creator_page_facts where user_id = ${userId}`.execute(db)
  const [row] = rows
  return {
    hasHeadline: row?.has_headline ?? false,
    hasSkills: row?.has_skills ?? false,
    hasService: row?.has_service ?? false,
    hasPortfolio: row?.has_portfolio ?? false,
    hasHours: row?.has_hours ?? false,
  }
}

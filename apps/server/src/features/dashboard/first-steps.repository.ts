import { type FirstStepFacts } from '@veranda/core/dashboard/first-steps.ts'
import { findableStepsOf } from '@veranda/core/talent/page/findable.ts'
import { sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'

type FirstStepFactsRow = {
  is_creator: boolean
  has_headline: boolean
  has_skills: boolean
  has_service: boolean
  has_portfolio: boolean
  has_hours: boolean
  has_project: boolean
  has_agreement: boolean
  has_funded: boolean
}

const agreedStates = ['accepted', 'active', 'completed']
const fundedStates = [
  'funded',
  'in_progress',
  'submitted',
  'changes_requested',
  'approved',
  'released',
  'refunding',
  'refund_failed',
  'refunded',
  'split',
  'charged_back',
]

/** Finds what a user has begun as a creator, with a page or an hourly service, and as a client. */
export async function findFirstStepFacts(db: Db, userId: string): Promise<FirstStepFacts> {
  const { rows } = await sql<FirstStepFactsRow>`
    select page.has_page or page.has_hourly_service as is_creator,
      page.has_headline, page.has_skills, page.has_service, page.has_portfolio, page.has_hours,
      exists (select from project_members where user_id = ${userId} and role = 'client' and left_at is null) as has_project,
      exists (select from commissions where client_id = ${userId} and state = any(${agreedStates})) as has_agreement,
      exists (select from milestones where client_id = ${userId} and state = any(${fundedStates})) as has_funded
    from creator_page_facts page where page.user_id = ${userId}`.execute(db)
  const [row] = rows
  return {
    creator:
      row?.is_creator === true
        ? findableStepsOf({
            hasHeadline: row.has_headline,
            hasSkills: row.has_skills,
            hasService: row.has_service,
            hasPortfolio: row.has_portfolio,
            hasHours: row.has_hours,
          })
        : null,
    client: {
      hasProject: row?.has_project ?? false,
      hasAgreement: row?.has_agreement ?? false,
      hasFunded: row?.has_funded ?? false,
    },
  }
}

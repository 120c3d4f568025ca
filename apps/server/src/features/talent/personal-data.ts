import { sql } from 'kysely'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'

/** A creator's page and work, and the pages that a user reported. */
export const talentData: readonly PersonalData[] = [
  {
    name: 'profile',
    select: (userId) => sql`
      select c.name, c.headline, c.about, c.skills, c.languages, c.accepting as "acceptingWork",
        c.price_from as "priceFrom", c.price_currency as currency, c.rating_sum as "starsInAll",
        c.rating_count as "reviewCount", c.completed_count as "completedCount", c.in_gallery as "inGallery",
        l.listed_at as "publicSince", l.unlisted_at as "takenDownAt", l.unlisted_reason as "takenDownBecause",
        (select json_agg(json_build_object('handle', h.handle, 'current', h.is_current, 'takenAt', h.taken_at)
          order by h.taken_at) from creator_handles h where h.creator_id = c.user_id) as handles,
        c.created_at as "createdAt", c.updated_at as "updatedAt"
      from creators c left join listings l on l.creator_id = c.user_id where c.user_id = ${userId}`,
  },
  {
    name: 'packages',
    select: (userId) => sql`
      select id, title, description, price, currency, unit, delivery_days as "deliveryDays",
        review_rounds as "reviewRounds", created_at as "createdAt", removed_at as "removedAt"
      from package_services where creator_id = ${userId} order by position`,
  },
  {
    name: 'portfolio',
    select: (userId) => sql`
      select x.id, x.title, x.description, x.discipline,
        (select json_agg(json_build_object('imageFileId', f.file_id, 'modelFileId', f.asset_id) order by f.position)
          from portfolio_files f where f.item_id = x.id) as files,
        x.created_at as "createdAt", x.removed_at as "removedAt"
      from portfolio_items x where x.creator_id = ${userId} order by x.position`,
  },
  {
    name: 'portfolio-consents',
    select: (userId) => sql`
      select w.id, case when w.creator_id = ${userId} then 'creator' else 'client' end as "yourSide",
        u.name as "otherSide", w.item_id as "portfolioItemId", w.project_id as "projectId", w.state,
        w.asked_at as "askedAt", w.answered_at as "answeredAt"
      from work_consents w
        join users u on u.id = case when w.creator_id = ${userId} then w.client_id else w.creator_id end
      where w.creator_id = ${userId} or w.client_id = ${userId} order by w.asked_at`,
  },
  {
    name: 'page-reports',
    select: (userId) => sql`
      select r.id, u.name as "reportedPage", r.reason, r.message, r.created_at as "createdAt",
        r.closed_at as "closedAt"
      from page_reports r join users u on u.id = r.creator_id
      where r.reporter_id = ${userId} order by r.created_at`,
  },
]

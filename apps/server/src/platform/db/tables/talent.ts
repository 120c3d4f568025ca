import { type WorkConsentState } from '@veranda/core/talent/consents/work-consent.ts'
import type { Computed, Defaulted, Timestamp, NullableTimestamp } from '../column-types.ts'

export type TalentTables = {
  creators: {
    user_id: string
    name: string
    headline: Defaulted<string>
    about: Defaulted<string>
    skills: Defaulted<string[]>
    languages: Defaulted<string[]>
    accepting: Defaulted<'open' | 'waiting-list' | 'closed'>
    price_from: number | null
    price_currency: string | null
    rating_sum: Defaulted<number>
    rating_count: Defaulted<number>
    completed_count: Defaulted<number>
    version: Defaulted<number>
    created_at: Timestamp
    updated_at: Timestamp
    in_gallery: Defaulted<boolean>
    is_findable: Defaulted<boolean>
    services_text: Defaulted<string>
    works_text: Defaulted<string>
    search: Computed<string>
    search_head: Computed<string>
    ranking_score: Computed<number>
  }
  package_services: {
    id: string
    creator_id: string
    position: number
    title: string
    description: string
    price: number
    currency: string
    unit: 'project' | 'hour'
    delivery_days: number | null
    review_rounds: number | null
    created_at: Timestamp
    removed_at: NullableTimestamp
  }
  portfolio_items: {
    id: string
    creator_id: string
    position: number
    title: string
    description: string
    discipline: string | null
    /** The cover: the first of the item's files. */
    file_id: string
    asset_id: string | null
    created_at: Timestamp
    removed_at: NullableTimestamp
  }
  creator_handles: {
    handle: string
    creator_id: string
    is_current: boolean
    taken_at: Timestamp
  }
  listings: {
    creator_id: string
    listed_at: NullableTimestamp
    unlisted_at: NullableTimestamp
    unlisted_reason: string | null
  }
  work_consents: {
    id: string
    item_id: string
    project_id: string
    creator_id: string
    client_id: string
    state: WorkConsentState
    version: Defaulted<number>
    asked_at: Timestamp
    answered_at: NullableTimestamp
  }
  page_reports: {
    id: string
    creator_id: string
    item_id: string | null
    reporter_id: string | null
    reason: 'stolen' | 'offensive' | 'fraud' | 'private' | 'other'
    message: string
    created_at: Timestamp
    closed_at: NullableTimestamp
  }
  portfolio_files: {
    id: string
    item_id: string
    position: number
    file_id: string
    asset_id: string | null
  }
  skills: { key: string; name: string; creator_count: number; findable_count: Defaulted<number> }
  search_words: { word: string }
}

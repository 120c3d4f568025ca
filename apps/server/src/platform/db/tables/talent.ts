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
    search: Computed<string>
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
    created_at: Timestamp
    removed_at: NullableTimestamp
  }
  portfolio_items: {
    id: string
    creator_id: string
    position: number
    title: string
    description: string
    file_id: string
    asset_id: string | null
    created_at: Timestamp
    removed_at: NullableTimestamp
  }
}

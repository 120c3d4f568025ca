import type { Computed, Defaulted, Stamp, StampOrNull } from './columns.ts'

export type TalentTables = {
  creators: {
    person_id: string
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
    created_at: Stamp
    updated_at: Stamp
    search: Computed<string>
    standing: Computed<number>
  }
  services: {
    id: string
    creator_id: string
    position: number
    title: string
    description: string
    price: number
    currency: string
    unit: 'project' | 'hour'
    delivery_days: number | null
    created_at: Stamp
    removed_at: StampOrNull
  }
  portfolio_pieces: {
    id: string
    creator_id: string
    position: number
    title: string
    description: string
    file_id: string
    created_at: Stamp
    removed_at: StampOrNull
  }
}

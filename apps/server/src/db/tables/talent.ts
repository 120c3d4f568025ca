import type { Computed, Default, At, MaybeAt } from '../columns.ts'

export type TalentTables = {
  creators: {
    person_id: string
    name: string
    headline: Default<string>
    about: Default<string>
    skills: Default<string[]>
    languages: Default<string[]>
    accepting: Default<'open' | 'waiting-list' | 'closed'>
    price_from: number | null
    price_currency: string | null
    rating_sum: Default<number>
    rating_count: Default<number>
    completed_count: Default<number>
    created_at: At
    updated_at: At
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
    created_at: At
    removed_at: MaybeAt
  }
  portfolio_pieces: {
    id: string
    creator_id: string
    position: number
    title: string
    description: string
    file_id: string
    work_id: string | null
    created_at: At
    removed_at: MaybeAt
  }
}

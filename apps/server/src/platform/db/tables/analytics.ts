import { type Timestamp } from '../column-types.ts'

export type AnalyticsTables = {
  page_view_totals: { day: string; screen: string; views: number }
  error_groups: {
    fingerprint: string
    name: string
    message: string
    frames: string[]
    screen: string
    version: string
    release: string
    count: number
    first_at: Timestamp
    last_at: Timestamp
  }
}

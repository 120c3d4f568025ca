import type { SubjectName } from '../pictures/subjects.ts'

export type ServiceSeed = {
  readonly title: string
  readonly description: string
  readonly amount: number
  readonly currency: string
  readonly unit: 'project' | 'hour'
  readonly deliveryDays: number | null
}

/** Somebody who makes 3D work in the demo world. */
export type CreatorSeed = {
  readonly key: string
  readonly name: string
  readonly email: string
  readonly timeZone: string
  readonly headline: string
  readonly about: string
  readonly skills: readonly string[]
  readonly languages: readonly ('en' | 'es' | 'fr' | 'de' | 'ja' | 'zh' | 'ar')[]
  readonly accepting: 'open' | 'waiting-list' | 'closed'
  readonly services: readonly ServiceSeed[]
  /** What the portfolio shows, and in which hue. */
  readonly subject: SubjectName
  readonly hue: number
}

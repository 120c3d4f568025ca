import { type AssetKind } from '../../assets/acceptance-limits.ts'
import { type Currency, type Minor, isCurrency, minor } from '../../money/money.ts'
import { type Result, ok, refuse } from '../../result.ts'

/** The client's brief with an approximate budget (minor units, without fees). */
export type Brief = {
  readonly title: string
  readonly text: string
  readonly skills: readonly string[]
  readonly budget: { readonly from: Minor; readonly to: Minor; readonly currency: Currency } | null
}

export type BriefDraft = {
  readonly title: string
  readonly text: string
  readonly skills: readonly string[]
  readonly budget: { readonly from: number; readonly to: number; readonly currency: string } | null
}

export const briefLimits = { title: 120, text: 8_000, skills: 20, skill: 40, files: 5 } as const

/** Kinds of files that show what is meant. An archive that is no model shows nothing, and could hold anything. */
const briefFileKinds: readonly AssetKind[] = ['model', 'image', 'video', 'document']

/**
 * Checks files that are added to a brief: their kinds in order, and how many files the brief then has. Refuses
 * (`invalid`, with the field) brief.unsupported-file and brief.too-many-files.
 */
export function checkBriefFiles(addedKinds: readonly AssetKind[], totalCount: number): Result<undefined> {
  const unsupported = addedKinds.findIndex((kind) => !briefFileKinds.includes(kind))
  if (unsupported >= 0) return refuse('brief.unsupported-file', 'invalid', { field: `assetIds.${unsupported}` })
  if (totalCount > briefLimits.files) {
    return refuse('brief.too-many-files', 'invalid', { field: 'assetIds', detail: { max: briefLimits.files } })
  }
  return ok(undefined)
}

/**
 * Trims and checks a brief and removes duplicate skills. Refuses (`invalid`, with the field) brief.title-missing,
 * brief.text-missing, brief.too-long, brief.too-many-skills, brief.budget-negative, brief.budget-reversed,
 * money.unknown-currency and money.too-large.
 */
export function checkBrief(draft: BriefDraft): Result<Brief> {
  const title = draft.title.trim()
  const text = draft.text.trim()
  const skills = [...new Set(draft.skills.map((skill) => skill.trim()).filter((skill) => skill !== ''))]
  if (title === '') return refuse('brief.title-missing', 'invalid', { field: 'title' })
  if (title.length > briefLimits.title) return tooLongRefusal('title', briefLimits.title)
  if (text === '') return refuse('brief.text-missing', 'invalid', { field: 'brief' })
  if (text.length > briefLimits.text) return tooLongRefusal('brief', briefLimits.text)
  if (skills.length > briefLimits.skills) {
    return refuse('brief.too-many-skills', 'invalid', { field: 'skills', detail: { max: briefLimits.skills } })
  }
  if (skills.some((skill) => skill.length > briefLimits.skill)) return tooLongRefusal('skills', briefLimits.skill)
  const budget = checkBudget(draft.budget)
  return budget.ok ? ok({ title, text, skills, budget: budget.value }) : budget
}

function checkBudget(budget: BriefDraft['budget']): Result<Brief['budget']> {
  if (budget === null) return ok(null)
  const { from, to, currency } = budget
  if (!isCurrency(currency)) {
    return refuse('money.unknown-currency', 'invalid', { field: 'budget.currency', detail: { currency } })
  }
  if (!Number.isSafeInteger(from)) return refuse('money.too-large', 'invalid', { field: 'budget.from' })
  if (!Number.isSafeInteger(to)) return refuse('money.too-large', 'invalid', { field: 'budget.to' })
  if (from < 0) return refuse('brief.budget-negative', 'invalid', { field: 'budget.from' })
  if (to < from || to === 0) return refuse('brief.budget-reversed', 'invalid', { field: 'budget.to' })
  return ok({ from: minor(from), to: minor(to), currency })
}

function tooLongRefusal(field: string, max: number) {
  return refuse('brief.too-long', 'invalid', { field, detail: { max } })
}

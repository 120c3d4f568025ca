import { type BriefBody } from '@veranda/contract/commissions/schemas.ts'
import { type BriefDraft, checkBrief } from '@veranda/core/commissions/brief.ts'
import { type Currency } from '@veranda/core/money/money.ts'
import { type Refusal } from '@veranda/core/result.ts'
import { readAmountText } from '../../parts/amount-text.ts'

export const wizardSteps = ['brief', 'budget', 'creator', 'review'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** A new project as it is being typed. */
export type BriefForm = {
  title: string
  brief: string
  skills: readonly string[]
  hasBudget: boolean
  from: string
  to: string
  currency: Currency
  creatorId: string | null
  message: string
}

export type BriefFaults = ReadonlyMap<string, Pick<Refusal, 'code' | 'detail'>>

export const emptyBrief: BriefForm = {
  title: '',
  brief: '',
  skills: [],
  hasBudget: true,
  from: '',
  to: '',
  currency: 'EUR',
  creatorId: null,
  message: '',
}

/** What keeps a step from being left, by field; empty when nothing does. */
export function faultsOf(step: WizardStep, form: BriefForm, language: string): BriefFaults {
  if (step === 'brief') return briefFaults(form)
  if (step === 'budget') return budgetFaults(form, language)
  if (step === 'review') return new Map([...briefFaults(form), ...budgetFaults(form, language)])
  return new Map()
}

/** The step that a field is on, so that a refusal of the server leads to it. */
export function stepOf(field: string): WizardStep {
  if (field.startsWith('budget')) return 'budget'
  if (field.startsWith('creatorId') || field.startsWith('message')) return 'creator'
  return 'brief'
}

/** The body to send. To be called when no step has faults; what cannot be read counts as no budget. */
export function briefBodyOf(form: BriefForm, language: string): BriefBody {
  const draft = draftOf(form, language)
  return { title: form.title.trim(), brief: form.brief.trim(), skills: [...form.skills], budget: draft.budget }
}

/** Adds a skill as typed; commas separate several, doubles are dropped. */
export function addSkills(skills: readonly string[], typed: string): string[] {
  const added = typed.split(/[,،、;\n]/).map((skill) => skill.trim())
  const known = new Set(skills.map((skill) => skill.toLowerCase()))
  const fresh = added.filter((skill) => {
    const plain = skill.toLowerCase()
    if (skill === '' || known.has(plain)) return false
    known.add(plain)
    return true
  })
  return [...skills, ...fresh]
}

function briefFaults(form: BriefForm): BriefFaults {
  const faults = new Map<string, Pick<Refusal, 'code' | 'detail'>>()
  const sound: BriefDraft = { title: '-', text: '-', skills: [], budget: null }
  const parts: BriefDraft[] = [
    { ...sound, title: form.title },
    { ...sound, text: form.brief },
    { ...sound, skills: form.skills },
  ]
  for (const part of parts) {
    const checked = checkBrief(part)
    if (!checked.ok) faults.set(checked.refusal.field ?? 'title', checked.refusal)
  }
  return faults
}

function budgetFaults(form: BriefForm, language: string): BriefFaults {
  const faults = new Map<string, Pick<Refusal, 'code' | 'detail'>>()
  if (!form.hasBudget) return faults
  for (const name of ['from', 'to'] as const) {
    const read = readAmountText(form[name], form.currency, language)
    if (!read.ok) faults.set(`budget.${name}`, { code: `amount.${read.fault}` })
  }
  if (faults.size > 0) return faults
  const checked = checkBrief({ ...draftOf(form, language), title: '-', text: '-', skills: [] })
  if (!checked.ok) faults.set(checked.refusal.field ?? 'budget.to', checked.refusal)
  return faults
}

function draftOf(form: BriefForm, language: string): BriefDraft & { budget: BriefBody['budget'] } {
  const from = readAmountText(form.from, form.currency, language)
  const to = readAmountText(form.to, form.currency, language)
  const given = form.hasBudget && from.ok && to.ok
  const budget = given ? { from: from.amount, to: to.amount, currency: form.currency } : null
  return { title: form.title, text: form.brief, skills: form.skills, budget }
}

import { type OpenProjectBody } from '@veranda/contract/commissions/projects/schemas.ts'
import { type BriefDraft, checkBrief } from '@veranda/core/commissions/projects/brief.ts'
import { type PackageService } from '@veranda/contract/talent/schemas.ts'
import { type Currency, isCurrency } from '@veranda/core/money/money.ts'
import { type Refusal } from '@veranda/core/result.ts'
import { type AssetUploads } from '../../../../components/assets/use-asset-uploads.ts'
import { formatAmountText, parseAmountText } from '../../../../components/money/amount-text.ts'

export const wizardSteps = ['brief', 'budget', 'creator', 'review'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** Form state of a new project. */
export type BriefForm = {
  title: string
  brief: string
  skills: readonly string[]
  hasBudget: boolean
  from: string
  to: string
  currency: Currency
  creatorId: string | null
  /** The creator's service that is requested. */
  serviceId: string | null
  message: string
}

export type BriefErrors = ReadonlyMap<string, Pick<Refusal, 'code' | 'detail'>>

export const emptyBrief: BriefForm = {
  title: '',
  brief: '',
  skills: [],
  hasBudget: true,
  from: '',
  to: '',
  currency: 'EUR',
  creatorId: null,
  serviceId: null,
  message: '',
}

/** The steps of a request for a service, which brings its creator and its price. */
const serviceSteps: readonly WizardStep[] = ['brief', 'review']
/** The steps of a request that began on a creator's page. */
const givenCreatorSteps: readonly WizardStep[] = ['brief', 'budget', 'review']

/** Returns the steps that a form goes through; the others can still be opened from the review. */
export function stepsOf(form: Pick<BriefForm, 'serviceId'>, isCreatorGiven: boolean): readonly WizardStep[] {
  if (form.serviceId !== null) return serviceSteps
  return isCreatorGiven ? givenCreatorSteps : wizardSteps
}

/** Returns what a service fills in where nothing has been written yet: its title, and its price as the budget. */
export function fillFromService(
  form: BriefForm,
  { title, price, unit }: Pick<PackageService, 'title' | 'price' | 'unit'>,
  language: string,
): Partial<BriefForm> {
  const titleFill = form.title.trim() === '' ? { title } : {}
  if (form.from.trim() !== '' || form.to.trim() !== '') return titleFill
  if (unit === 'hour' || !isCurrency(price.currency)) return { ...titleFill, hasBudget: false }
  const amount = formatAmountText(price.amount, price.currency, language)
  return { ...titleFill, hasBudget: true, from: amount, to: amount, currency: price.currency }
}

/** Returns the errors that block leaving a step, by field. */
export function validateStep(step: WizardStep, form: BriefForm, language: string): BriefErrors {
  if (step === 'brief') return validateBrief(form)
  if (step === 'budget') return validateBudget(form, language)
  if (step === 'review') return new Map([...validateBrief(form), ...validateBudget(form, language)])
  return new Map()
}

/** Returns the step that contains a field, so that a server refusal can lead to it. */
export function stepOfField(field: string): WizardStep {
  if (field.startsWith('budget')) return 'budget'
  if (field.startsWith('creatorId') || field.startsWith('serviceId') || field.startsWith('message')) return 'creator'
  return 'brief'
}

/** Builds the request body. Call it only when no step has errors; an unreadable budget counts as none. */
export function toOpenProjectBody(form: BriefForm, language: string): Omit<OpenProjectBody, 'assetIds'> {
  const draft = toBriefDraft(form, language)
  return { title: form.title.trim(), brief: form.brief.trim(), skills: [...form.skills], budget: draft.budget }
}

/** Adds typed skills, split at commas and without duplicates. */
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

function validateBrief(form: BriefForm): BriefErrors {
  const errors = new Map<string, Pick<Refusal, 'code' | 'detail'>>()
  const valid: BriefDraft = { title: '-', text: '-', skills: [], budget: null }
  const parts: BriefDraft[] = [
    { ...valid, title: form.title },
    { ...valid, text: form.brief },
    { ...valid, skills: form.skills },
  ]
  for (const part of parts) {
    const checked = checkBrief(part)
    if (!checked.ok) errors.set(checked.refusal.field ?? 'title', checked.refusal)
  }
  return errors
}

function validateBudget(form: BriefForm, language: string): BriefErrors {
  const errors = new Map<string, Pick<Refusal, 'code' | 'detail'>>()
  if (!form.hasBudget) return errors
  const amounts = budgetAmounts(form)
  for (const name of ['from', 'to'] as const) {
    const read = parseAmountText(amounts[name], form.currency, language)
    if (read.ok) continue
    errors.set(`budget.${name}`, { code: `amount.${read.fault}` })
    // Both fields have the same amount, or none.
    if (amounts.from === amounts.to) break
  }
  if (errors.size > 0) return errors
  const checked = checkBrief({ ...toBriefDraft(form, language), title: '-', text: '-', skills: [] })
  if (!checked.ok) errors.set(checked.refusal.field ?? 'budget.to', checked.refusal)
  return errors
}

/** Returns both ends of the budget; a single amount is both. */
function budgetAmounts({ from, to }: Pick<BriefForm, 'from' | 'to'>) {
  return { from: from.trim() === '' ? to : from, to: to.trim() === '' ? from : to }
}

function toBriefDraft(form: BriefForm, language: string): BriefDraft & { budget: OpenProjectBody['budget'] } {
  const amounts = budgetAmounts(form)
  const from = parseAmountText(amounts.from, form.currency, language)
  const to = parseAmountText(amounts.to, form.currency, language)
  const hasRange = form.hasBudget && from.ok && to.ok
  const budget = hasRange ? { from: from.amount, to: to.amount, currency: form.currency } : null
  return { title: form.title, text: form.brief, skills: form.skills, budget }
}

/** Props of one step of the wizard. */
export type StepProps = {
  form: BriefForm
  onChange: (next: Partial<BriefForm>) => void
  /** Files that are attached to the brief. */
  uploads: AssetUploads
  /** Returns the error of a field, from this form's validation or the server. */
  errorOf: (field: string) => string | undefined
}

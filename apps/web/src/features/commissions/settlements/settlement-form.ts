import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type ProposeSettlementBody, type Settlement } from '@veranda/contract/commissions/settlements/schemas.ts'
import { type SettleableMilestone, settlementKindOf } from '@veranda/core/commissions/settlements/settlement.ts'
import { allocateShares, type PriceShare } from '@veranda/core/money/fees.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { formatAmountText, parseAmountText } from '../../../components/money/amount-text.ts'

/** One milestone of the form, with its amounts as typed. */
export type FormLine = {
  readonly milestoneId: string
  readonly isIncluded: boolean
  readonly release: string
  readonly refund: string
}

/** A part of a price with what it is for each side, in minor units. */
export type Part = { readonly price: number; readonly client: number; readonly creator: number }

/** One milestone of a settlement with the sums of both sides; `remaining` of its price stays protected. */
export type ShownLine =
  | { readonly milestoneId: string; readonly kind: 'cancel' }
  | {
      readonly milestoneId: string
      readonly kind: 'shares'
      readonly released: Part
      readonly refunded: Part
      readonly remaining: number
    }

/** Returns what is protected of a milestone now, in minor units of its price. */
export function protectedOf({ agreed, allocated }: Milestone): number {
  return agreed.price - allocated.price
}

/** Returns how a settlement can include a milestone; undefined when it cannot, as after a chargeback. */
export function kindOf(milestone: Milestone) {
  return settlementKindOf(toSettleable(milestone))
}

/** Returns what decides whether a milestone can be settled. */
export function toSettleable({ state, chargeback }: Milestone): SettleableMilestone {
  return { state, frozen: chargeback !== null }
}

/** Returns the form of a new proposal, or of one that counters `former`. */
export function formOf(
  milestones: readonly Milestone[],
  first: { milestoneId: string } | { former: Settlement },
  language: string,
): FormLine[] {
  return milestones.flatMap((milestone): FormLine[] => {
    const { id: milestoneId } = milestone
    if (kindOf(milestone) === undefined) return []
    if ('milestoneId' in first) {
      return [{ milestoneId, isIncluded: milestoneId === first.milestoneId, release: '', refund: '' }]
    }
    const line = first.former.lines.find((one) => one.milestoneId === milestoneId)
    const text = (amount: number) => {
      const { currency } = milestone.price
      return isCurrency(currency) && amount > 0 ? formatAmountText(amount, currency, language) : ''
    }
    const isShared = line?.kind === 'shares'
    return [
      {
        milestoneId,
        isIncluded: line !== undefined,
        release: isShared ? text(line.released.price.amount) : '',
        refund: isShared ? text(line.refunded.price.amount) : '',
      },
    ]
  })
}

/** Why the amounts of a milestone cannot be sent. */
export type LineFault = 'invalid' | 'approval'

type Draft = {
  readonly lines: readonly ShownLine[]
  readonly body: ProposeSettlementBody['lines']
  readonly faults: ReadonlyMap<string, LineFault>
}

/**
 * Returns what a form proposes, with the sums that the server computes by the same function. When the commission ends,
 * every milestone is included, and what does not go to the creator goes back.
 */
export function draftOf(
  milestones: readonly Milestone[],
  form: readonly FormLine[],
  endsCommission: boolean,
  language: string,
): Draft {
  const lines: ShownLine[] = []
  const body: ProposeSettlementBody['lines'] = []
  const faults = new Map<string, LineFault>()
  for (const one of form) {
    const milestone = milestones.find(({ id }) => id === one.milestoneId)
    const kind = milestone && kindOf(milestone)
    if (!milestone || kind === undefined || !(one.isIncluded || endsCommission)) continue
    const { id: milestoneId, version } = milestone
    if (kind === 'cancel') {
      lines.push({ milestoneId, kind })
      body.push({ milestoneId, version, kind })
      continue
    }
    const left = protectedOf(milestone)
    const release = amountOf(one.release, milestone, language)
    const refund = endsCommission && release !== undefined ? left - release : amountOf(one.refund, milestone, language)
    const fault = faultOf(milestone, release, refund)
    if (release === undefined || refund === undefined || fault) {
      faults.set(milestoneId, fault ?? 'invalid')
      continue
    }
    lines.push({ milestoneId, kind, ...divide(milestone, release, refund) })
    body.push({ milestoneId, version, kind, release, refund })
  }
  return { lines, body, faults }
}

function faultOf(milestone: Milestone, release: number | undefined, refund: number | undefined): LineFault | undefined {
  const left = protectedOf(milestone)
  if (release === undefined || refund === undefined || refund < 0) return 'invalid'
  if (release + refund < 1 || release + refund > left) return 'invalid'
  return release === left && milestone.refunds.length === 0 ? 'approval' : undefined
}

/** Returns an amount as typed, where nothing means zero; undefined when it is not one. */
function amountOf(text: string, { price: { currency } }: Milestone, language: string): number | undefined {
  if (text.trim() === '') return 0
  if (!isCurrency(currency)) return undefined
  const parsed = parseAmountText(text, currency, language)
  return parsed.ok ? parsed.amount : undefined
}

function divide(milestone: Milestone, release: number, refund: number) {
  const allocation = { ...toShare(milestone.agreed), allocated: toShare(milestone.allocated) }
  const shares = { release: minor(release), refund: minor(refund) }
  const { released, refunded, allocation: next } = allocateShares(allocation, shares)
  const toPart = ({ amount, clientFee, creatorFee }: typeof released): Part => ({
    price: amount,
    client: amount + clientFee,
    creator: amount - creatorFee,
  })
  return {
    released: toPart(released),
    refunded: toPart(refunded),
    remaining: milestone.agreed.price - next.allocated.price,
  }
}

function toShare({ price, clientFee, creatorFee }: Milestone['agreed']): PriceShare {
  return { price: minor(price), clientFee: minor(clientFee), creatorFee: minor(creatorFee) }
}

/** Returns the lines of a settlement as they are shown. Once it has ended, nothing is said of what remains. */
export function shownLinesOf({ lines, state }: Settlement, milestones: readonly Milestone[]): ShownLine[] {
  return lines.map((line): ShownLine => {
    const { milestoneId } = line
    if (line.kind === 'cancel') return { milestoneId, kind: line.kind }
    const toPart = ({ price, client, creator }: typeof line.released): Part => ({
      price: price.amount,
      client: client.amount,
      creator: creator.amount,
    })
    const milestone = milestones.find(({ id }) => id === milestoneId)
    const moved = line.released.price.amount + line.refunded.price.amount
    const remaining = state === 'open' && milestone ? protectedOf(milestone) - moved : 0
    return { milestoneId, kind: line.kind, released: toPart(line.released), refunded: toPart(line.refunded), remaining }
  })
}

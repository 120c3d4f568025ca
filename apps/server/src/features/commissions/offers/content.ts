import { type OfferContent as WireContent } from '@veranda/contract/commissions/offer-schemas.ts'
import { type OfferContent, type OfferDraft } from '@veranda/core/commissions/offer-content.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { type Rates } from '@veranda/core/money/rates.ts'
import { instant, toIso } from '@veranda/core/time/instant.ts'

/** What came over the wire, as the rules take it. */
export function draftOf(content: WireContent): OfferDraft {
  return {
    ...content,
    milestones: content.milestones.map((terms) => ({ ...terms, dueAt: instant(Date.parse(terms.dueAt)) })),
  }
}

/** A checked content as the wire and the row carry it; its rates have a column of their own. */
export function wireOf(checked: OfferContent): WireContent {
  const { scope, rights, currency, reviewRounds, reviewWindowDays } = checked
  const milestones = checked.milestones.map((terms) => ({ ...terms, dueAt: toIso(terms.dueAt) }))
  return { scope, rights, currency, milestones, reviewRounds, reviewWindowDays }
}

/** A stored content as the rules take it. It was checked when it was written, so nothing here can be refused. */
export function contentOf(row: { content: WireContent; rates: Rates }): OfferContent {
  const { currency } = row.content
  if (!isCurrency(currency)) throw new RangeError(`a stored offer in ${currency}`)
  return {
    ...row.content,
    currency,
    rates: row.rates,
    milestones: row.content.milestones.map(({ limits, ...terms }) => ({
      ...terms,
      amount: minor(terms.amount),
      dueAt: instant(Date.parse(terms.dueAt)),
      ...(limits ? { limits } : {}),
    })),
  }
}

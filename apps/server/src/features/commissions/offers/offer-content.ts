import { hash } from 'node:crypto'
import { type OfferBody, type Offer as WireContent } from '@veranda/contract/commissions/offers/schemas.ts'
import {
  canonicalOfferText,
  checkOffer,
  type Offer,
  type OfferDraft,
} from '@veranda/core/commissions/offers/offer-content.ts'
import { asId, type OfferVersionId } from '@veranda/core/ids.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { type Rates } from '@veranda/core/money/rates.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { instant, toIso } from '@veranda/core/time/instant.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'

/** Converts offer content from the wire to a draft for the core. */
export function toOfferDraft(content: WireContent): OfferDraft {
  return {
    ...content,
    milestones: content.milestones.map((terms) => ({ ...terms, dueAt: instant(Date.parse(terms.dueAt)) })),
  }
}

/** Converts checked content to the form used on the wire and in the row; rates have their own column. */
export function toOfferContentDto(checked: Offer): WireContent {
  const { scope, rights, currency, reviewRounds, reviewWindowDays } = checked
  const milestones = checked.milestones.map((terms) => ({ ...terms, dueAt: toIso(terms.dueAt) }))
  return { scope, rights, currency, milestones, reviewRounds, reviewWindowDays }
}

/** Converts stored content for the core. It was checked when it was written, so nothing is refused here. */
export function toOfferContent(row: { content: WireContent; rates: Rates }): Offer {
  const { currency } = row.content
  if (!isCurrency(currency)) throw new RangeError(`stored offer has unknown currency ${currency}`)
  return {
    ...row.content,
    currency,
    rates: row.rates,
    milestones: row.content.milestones.map(({ limits, reviewRounds, ...terms }) => ({
      ...terms,
      amount: minor(terms.amount),
      dueAt: instant(Date.parse(terms.dueAt)),
      ...(limits ? { limits } : {}),
      ...(reviewRounds === undefined ? {} : { reviewRounds }),
    })),
  }
}

export type PreparedOffer = {
  readonly content: Offer
  readonly offerRef: { readonly offerId: OfferVersionId; readonly hash: string }
}

/**
 * Checks the offered content, freezes the current rates into it and assigns an id and the hash of its canonical text.
 */
export function prepareOffer({ clock, deps }: CommandContext, body: OfferBody): Result<PreparedOffer> {
  const content = checkOffer(toOfferDraft(body.content), clock.now())
  if (!content.ok) return content
  const offerRef = {
    offerId: asId<OfferVersionId>(deps.ids.next()),
    hash: hash('sha256', canonicalOfferText(content.value)),
  }
  return ok({ content: content.value, offerRef })
}

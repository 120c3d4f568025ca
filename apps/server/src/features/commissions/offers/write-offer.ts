import { type OfferBody } from '@veranda/contract/commissions/offer-schemas.ts'
import { canonicalText, checkOffer, type OfferContent } from '@veranda/core/commissions/offer-content.ts'
import { type OfferVersionId } from '@veranda/core/ids.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { branded } from '../branded.ts'
import { sha256 } from '../sha256.ts'
import { draftOf } from './content.ts'

export type Written = {
  readonly content: OfferContent
  readonly named: { readonly offerId: OfferVersionId; readonly hash: string }
}

/** Checks what somebody offers, freezes today's rates into it and names it by a fresh id and the hash of its text. */
export function writeOffer({ clock, deps }: At, body: OfferBody): Result<Written> {
  const content = checkOffer(draftOf(body.content), clock.now())
  if (!content.ok) return content
  const named = { offerId: branded<OfferVersionId>(deps.ids.next()), hash: sha256(canonicalText(content.value)) }
  return ok({ content: content.value, named })
}

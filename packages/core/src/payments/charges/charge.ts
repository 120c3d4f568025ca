import { ok, refuse, type Result } from '../../result.ts'
import { allowedActions, applyTransition } from '../../state-machine.ts'
import { type Instant } from '../../time/instant.ts'
import { type ChargeAction, chargeMachine, type ChargeState } from './charge-states.ts'

/** States that add no fields of their own. */
export const plainChargeStates = [
  'created',
  'needs_confirmation',
  'authorised',
  'captured',
  'expired',
  'voided',
  'refunded',
] as const satisfies Exclude<ChargeState, 'failed'>[]

/** The state of a payment attempt. Only a failed one has the code of its failure. */
export type ChargeStatus =
  | { readonly state: 'failed'; readonly failure: string }
  | { readonly state: (typeof plainChargeStates)[number]; readonly failure: null }

/** Returns the status of a stored charge. Throws RangeError if it failed and does not say why. */
export function chargeStatus({
  state,
  failure,
}: {
  readonly state: ChargeState
  readonly failure: string | null
}): ChargeStatus {
  if (state !== 'failed') return { state, failure: null }
  if (failure === null) throw new RangeError('a failed charge has no failure code')
  return { state, failure }
}

/** A charge, as far as the steps of its payer depend on it. */
export type Charge = { readonly state: ChargeState; readonly expiresAt: Instant }

/**
 * Decides whether the client who pays may send the second factor that the bank asks for. Refuses charge.expired
 * (expired) and charge.nothing-to-confirm (conflict).
 */
export function confirmCharge({ state, expiresAt }: Charge, now: Instant): Result<ChargeState> {
  if (state === 'expired') return refuse('charge.expired', 'expired')
  const step = applyTransition(chargeMachine, { state, version: 0 }, 'confirm', 'client')
  if (!step.ok) return step
  return now >= expiresAt ? refuse('charge.expired', 'expired') : ok(step.value)
}

/** Returns whether the client has confirmed the charge, or never had to: the card or the money has been taken. */
export function isConfirmed(state: ChargeState): boolean {
  return state === 'authorised' || state === 'captured'
}

/** Returns what the client who pays may do with the charge now, from the same table as the commands. */
export function chargeActionsFor(charge: Charge, now: Instant): ChargeAction[] {
  return allowedActions(chargeMachine, charge.state, 'client').filter(
    (action) => action !== 'confirm' || confirmCharge(charge, now).ok,
  )
}

import { type Machine, type Party, actionsOf } from '../../machine.ts'

export const pinStates = ['open', 'fixed', 'gone', 'wont_fix'] as const
export type PinState = (typeof pinStates)[number]

export const pinActions = ['fix', 'decline', 'mark-gone', 'reopen'] as const
export type PinAction = (typeof pinActions)[number]

const sides = ['client', 'creator'] as const satisfies Party[]

/** The life of a pin: either side closes it and either side opens it again; nothing happens to it by itself. */
export const pinMachine: Machine<PinState, PinAction> = {
  steps: [
    { from: 'open', action: 'fix', to: 'fixed', who: sides },
    { from: 'open', action: 'decline', to: 'wont_fix', who: sides },
    { from: 'open', action: 'mark-gone', to: 'gone', who: sides },
    { from: 'fixed', action: 'reopen', to: 'open', who: sides },
    { from: 'wont_fix', action: 'reopen', to: 'open', who: sides },
    { from: 'gone', action: 'reopen', to: 'open', who: sides },
  ],
  codes: {
    wrongState: {
      fix: 'pin.not-open',
      decline: 'pin.not-open',
      'mark-gone': 'pin.not-open',
      reopen: 'pin.not-closed',
    },
    notYourStep: 'pin.not-your-step',
    notYet: 'pin.not-your-step',
    stale: 'pin.stale',
  },
}

/** What the viewer may do with a pin in this state; a guest sees and speaks, and decides nothing. */
export function pinActionsFor(state: PinState, viewer: Party | 'guest'): PinAction[] {
  return actionsOf(pinMachine, state, viewer)
}

import { describe, expect, test } from 'vitest'
import { commissionMachine } from './commissions/commission-states.ts'
import { milestoneMachine } from './commissions/milestone-states.ts'
import { projectMachine } from './commissions/project-states.ts'
import { chargeMachine } from './payments/charge-states.ts'
import { payoutMachine } from './payments/payout-states.ts'

declare global {
  interface ImportMeta {
    /** Vite's own, for the tests: the text of every file that matches. */
    glob(pattern: string[], options: { query: '?raw'; import: 'default'; eager: true }): Record<string, string>
  }
}

const sources = import.meta.glob(['./**/*.ts', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true })
const [catalogue = '{}'] = Object.values(
  import.meta.glob(['../../words/src/refusals/en.json'], { query: '?raw', import: 'default', eager: true }),
)
const sentences: Record<string, string> = JSON.parse(catalogue)
const written = Object.values(sources).flatMap((text) =>
  [...text.matchAll(/\b(?:refuse|invalid|no)\(\s*'([a-z-]+\.[a-z-]+)'/g)].map((match) => match[1] ?? ''),
)
const machines = [projectMachine, commissionMachine, milestoneMachine, chargeMachine, payoutMachine]
const ofTables = machines.flatMap(({ codes }) => {
  const { wrongState, ...rest } = codes
  return [...Object.values<string>(wrongState), ...Object.values(rest)]
})
const used = [...new Set([...written, ...ofTables])].toSorted()

describe('refusals', () => {
  test('the codes of the core, all of them', () => {
    expect(used).toMatchInlineSnapshot(`
      [
        "account.email-invalid",
        "account.password-like-email",
        "account.password-too-common",
        "account.password-too-long",
        "account.password-too-short",
        "account.terms-outdated",
        "brief.budget-negative",
        "brief.budget-reversed",
        "brief.text-missing",
        "brief.title-missing",
        "brief.too-long",
        "brief.too-many-skills",
        "changes.empty-item",
        "changes.item-too-long",
        "changes.no-items",
        "changes.too-many-items",
        "charge.already-decided",
        "charge.already-made",
        "charge.not-available-yet",
        "charge.not-captured",
        "charge.not-your-step",
        "charge.nothing-to-confirm",
        "charge.stale",
        "commission.already-requested",
        "commission.blocked",
        "commission.cannot-expire",
        "commission.creator-closed",
        "commission.no-counter-offer",
        "commission.no-offer",
        "commission.not-accepted",
        "commission.not-active",
        "commission.not-available-yet",
        "commission.not-open-to-offers",
        "commission.not-your-step",
        "commission.nothing-to-decline",
        "commission.nothing-to-withdraw",
        "commission.own-work",
        "commission.payment-running",
        "commission.project-not-open",
        "commission.stale",
        "commission.too-early",
        "commission.work-left",
        "consent.outdated",
        "conversation.with-oneself",
        "deliverable.already-reviewed",
        "deliverable.empty",
        "deliverable.not-ready",
        "deliverable.notes-too-long",
        "deliverable.other-version",
        "deliverable.too-many-files",
        "message.client-id-reused",
        "message.deleted",
        "message.empty",
        "message.not-yours",
        "message.too-long",
        "milestone.cannot-cancel",
        "milestone.commission-not-accepted",
        "milestone.due-too-far",
        "milestone.frozen",
        "milestone.not-approved",
        "milestone.not-available-yet",
        "milestone.not-awaiting-funding",
        "milestone.not-disputed",
        "milestone.not-draft",
        "milestone.not-funded",
        "milestone.not-funding",
        "milestone.not-in-work",
        "milestone.not-refunding",
        "milestone.not-submitted",
        "milestone.not-your-step",
        "milestone.nothing-held",
        "milestone.nothing-to-refund",
        "milestone.reminders-missing",
        "milestone.rounds-used",
        "milestone.stale",
        "milestone.too-early",
        "milestone.withdraw-first",
        "money.too-large",
        "money.unknown-currency",
        "offer.amount-not-positive",
        "offer.due-in-past",
        "offer.due-out-of-order",
        "offer.due-too-late",
        "offer.expired",
        "offer.no-former-version",
        "offer.no-milestones",
        "offer.other-version",
        "offer.reason-missing",
        "offer.rights-unknown",
        "offer.rounds-out-of-range",
        "offer.scope-missing",
        "offer.text-too-long",
        "offer.title-missing",
        "offer.too-many-milestones",
        "offer.unchanged",
        "offer.window-out-of-range",
        "payment.other-attempt",
        "payment.unapplied",
        "payout.already-decided",
        "payout.already-made",
        "payout.not-available-yet",
        "payout.not-paid",
        "payout.not-positive",
        "payout.not-your-step",
        "payout.stale",
        "payout.too-much",
        "preferences.bad-value",
        "preferences.disagree",
        "preferences.quiet-hours-empty",
        "preferences.unknown-field",
        "project.already-over",
        "project.money-held",
        "project.not-active",
        "project.not-available-yet",
        "project.not-completed",
        "project.not-draft",
        "project.not-new",
        "project.not-open",
        "project.not-paused",
        "project.not-your-step",
        "project.settle-first",
        "project.stale",
        "project.too-early",
        "project.work-left",
        "review.already-answered",
        "review.already-written",
        "review.answer-empty",
        "review.closed",
        "review.not-about-you",
        "review.not-completed",
        "review.not-visible",
        "review.stars-out-of-range",
        "review.too-long",
        "search.price-needs-currency",
        "search.price-reversed",
        "search.rating-out-of-range",
      ]
    `)
  })
  test('every code has an English sentence that ends', () => {
    for (const code of used) expect(sentences[code] ?? `no sentence for ${code}`).toMatch(/^[A-Z].*[.!?]$/)
  })
})

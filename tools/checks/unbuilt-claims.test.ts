import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../packages/i18n/src')
const catalogues = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json'))
  // A catalogue is a flat object of texts.
  .map((path) => [path, JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, string>] as const)

/** Claims that are untrue until something is built, with where they would be; who builds it removes the line. */
const untrueUntilBuilt: readonly { claim: RegExp; where?: RegExp; unbuilt: string }[] = [
  { claim: /reset (your|the) password|password reset/i, unbuilt: 'resetting a password' },
  { claim: /payout account/i, unbuilt: 'payout accounts' },
  { claim: /push message/i, where: /^legal/, unbuilt: 'push' },
  { claim: /in the app or as push/i, unbuilt: 'push' },
  { claim: /announcements by mail/i, unbuilt: 'announcements' },
  { claim: /change order/i, unbuilt: 'change orders' },
  { claim: /open a dispute|mediation|business days/i, where: /^legal/, unbuilt: 'disputes' },
  { claim: /agree to a refund|on the 75th day|offered a refund|refund it first/i, unbuilt: 'refunds of milestones' },
  { claim: /close your account at any time|account at any time in the settings/i, unbuilt: 'closing an account' },
  { claim: /ask for a copy of it, and/i, unbuilt: 'export of data' },
  { claim: /are counted on our own servers/i, unbuilt: 'analytics' },
  { claim: /agree to a recording/i, unbuilt: 'recordings' },
  { claim: /has its own receipt/i, unbuilt: 'receipts of refunds' },
  { claim: /at least 30 days ahead/i, unbuilt: 'notices about new terms' },
  { claim: /logs are kept for 12 months/i, unbuilt: 'purging of security logs' },
  { claim: /will be announced/i, unbuilt: 'showcases' },
  { claim: /languages are on their way/i, unbuilt: 'other languages' },
]

test.each(untrueUntilBuilt)('no text claims that there is $unbuilt: $claim', ({ claim, where }) => {
  const files = catalogues.filter(([path]) => !where || where.test(path))
  expect(files.length).toBeGreaterThan(0)
  const claims = files.flatMap(([path, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => (claim.test(text) ? [`${path} ${key}`] : [])),
  )
  expect(claims).toEqual([])
})

import { bookingMachine } from '@veranda/core/bookings/booking-states.ts'
import { milestoneMachine } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { commissionMachine } from '@veranda/core/commissions/offers/commission-states.ts'
import { projectMachine } from '@veranda/core/commissions/projects/project-states.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'packages/i18n/src')
const catalogues = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.json'))
  // A catalogue is a flat object of texts.
  .map((path) => [path, JSON.parse(readFileSync(join(folder, path), 'utf8')) as Record<string, string>] as const)

const departures = readFileSync(join(root, 'docs/decisions/000-departures.md'), 'utf8')
const notBuilt = departures.slice(departures.indexOf('## Not built yet'))

/** Claims that are untrue until a part is built, named as in the list of what is not built. */
const untrueUntilBuilt: readonly { claim: RegExp; where?: RegExp; unbuilt: string }[] = [
  { claim: /announcements by mail/i, unbuilt: 'announcements' },
  { claim: /agree to a recording/i, unbuilt: 'recording' },
  { claim: /at least 30 days ahead/i, unbuilt: 'Notice of new terms' },
  { claim: /will be announced/i, unbuilt: 'Showcases' },
  {
    claim: /held until \{\{time|kept and sent together/i,
    where: /^notifications/,
    unbuilt: 'Pop-ups after quiet hours',
  },
]

test.each(untrueUntilBuilt)('no text claims what is not built ($unbuilt): $claim', ({ claim, where, unbuilt }) => {
  expect(notBuilt).toContain(unbuilt)
  const files = catalogues.filter(([path]) => !where || where.test(path))
  expect(files.length).toBeGreaterThan(0)
  const claims = files.flatMap(([path, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => (claim.test(text) ? [`${path} ${key}`] : [])),
  )
  expect(claims).toEqual([])
})

test('no state table has a step that is listed as not built', () => {
  const [, line = ''] = /^- Steps that are in no state table(.*)$/m.exec(notBuilt) ?? []
  const listed = [...line.matchAll(/`([a-z-]+)`/g)].map(([, step]) => step)
  expect(listed.length).toBeGreaterThan(2)
  const machines = [projectMachine, commissionMachine, milestoneMachine, bookingMachine]
  const steps = machines.flatMap(({ transitions }) => transitions.map(({ action }): string => action))
  expect(listed.filter((step) => step !== undefined && steps.includes(step))).toEqual([])
})

test('every test that the departures name exists', () => {
  const paths = [...departures.matchAll(/`((?:apps|packages|e2e|tools)\/[^`]+\.(?:test\.tsx?|spec\.ts))`/g)]
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

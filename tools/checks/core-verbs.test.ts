import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkCoreVerbs, coreVerbExceptions, listVerbPairs } from './core-verbs.ts'

const repository = join(import.meta.dirname, '../..')
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-core-verbs-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Writes a route, its use case and a rule of the core; returns the violations. */
function check(useCase: string, exceptions: Record<string, string> = {}): string[] {
  write(
    'packages/core/src/bookings/booking.ts',
    `export function cancel(): Result<number> { return one }
     export function dropReservation(): BookingDecision { return one }
     export function checkRefund(): Result<number> { return one }
     export function refundShare(): number { return 1 }`,
  )
  write('packages/core/src/result.ts', 'export function ok(): Result<number> { return one }')
  write('apps/server/src/features/bookings/cancel-booking.ts', useCase)
  write(
    'apps/server/src/features/bookings/routes.ts',
    `import { cancelBooking } from './cancel-booking.ts'
     serve(contract.cancelBooking, { access }, (ctx) => cancelBooking(ctx))`,
  )
  return checkCoreVerbs(root, exceptions).violations.map(({ what }) => what)
}

const useCaseOf = (names: string, body: string) =>
  `import { ${names} } from '@veranda/core/bookings/booking.ts'
   import { ok } from '@veranda/core/result.ts'
   export async function cancelBooking(ctx) { ${body} }`

test('a use case that decides by the verb of its route passes, also by an alias, as a member of a module, and in a helper', () => {
  expect(check(useCaseOf('cancel', 'return ok(cancel())'))).toEqual([])
  expect(check(useCaseOf('cancel as decide', 'return change(ctx, (booking) => decide(booking))'))).toEqual([])
  const wholeModule = "import * as bookings from '@veranda/core/bookings/booking.ts'"
  expect(check(`${wholeModule}; export const cancelBooking = (ctx) => change(ctx, bookings.cancel)`)).toEqual([])
  expect(
    check(`${wholeModule}; export const cancelBooking = (ctx) => change(ctx, bookings.dropReservation)`),
  ).toHaveLength(1)
  expect(check(`${useCaseOf('cancel', 'return end(ctx)')} function end(ctx) { return cancel() }`)).toEqual([])
})

test('a decision of another verb is reported with both names; one of the same verb beside it is enough', () => {
  const reported = ['serves cancelBooking, which the core decides by dropReservation; give both the same verb']
  expect(check(useCaseOf('dropReservation', 'return dropReservation()'))).toEqual(reported)
  expect(check(`${useCaseOf('dropReservation', 'return end()')} const end = () => dropReservation()`)).toEqual(reported)
  expect(check(useCaseOf('dropReservation, cancel', 'dropReservation(); return cancel()'))).toEqual([])
})

test('guards, foundations and functions that return a plain value decide nothing', () => {
  expect(check(useCaseOf('checkRefund, refundShare', 'checkRefund(); return ok(refundShare())'))).toEqual([])
})

test('an exception passes, and one that is not needed is reported', () => {
  const exceptions = { cancelBooking: 'planted' }
  expect(check(useCaseOf('dropReservation', 'return dropReservation()'), exceptions)).toEqual([])
  expect(check(useCaseOf('cancel', 'return cancel()'), exceptions)).toEqual(['excepts cancelBooking without need'])
})

test('the commands of the product are seen with the decisions of the core', () => {
  const decisionsOf = new Map(listVerbPairs(repository).map(({ route, decisions }) => [route, decisions]))
  expect(decisionsOf.get('cancelBooking')).toEqual(['cancel'])
  expect(decisionsOf.get('acceptCounter')).toEqual(['acceptCounter'])
  expect(decisionsOf.get('approveMilestone')).toEqual(['approve'])
  expect(decisionsOf.get('cancelProject')).toContain('cancelProject')
  expect(decisionsOf.size).toBeGreaterThan(40)
  expect(checkCoreVerbs(repository, coreVerbExceptions).violations).toEqual([])
})

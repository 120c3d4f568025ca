import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkRouteVerbs } from './route-verbs.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-verbs-'))
  mkdirSync(join(root, 'apps/server/src'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function check(handler: string, exceptions: Record<string, string> = {}) {
  writeFileSync(join(root, 'apps/server/src/routes.ts'), `serve(contract.acceptOffer, { access }, ${handler})\n`)
  const { routes, violations } = checkRouteVerbs(root, exceptions)
  expect(routes).toBe(1)
  return violations.map(({ what }) => what)
}

test('a use case of the same verb passes, called in the handler or given by its name', () => {
  expect(check('(ctx) => acceptOffer(ctx, ctx.params.id)')).toEqual([])
  expect(check('async (ctx) => ok(await offers.acceptCounter(ctx))')).toEqual([])
  expect(check('acceptOffer')).toEqual([])
})

test('a use case of another verb is reported with both names, even if its verb begins alike', () => {
  expect(check('(ctx) => answerOffer(ctx)')).toEqual(['serves acceptOffer by answerOffer; give both the same verb'])
  expect(check('(ctx) => acceptableOffer(ctx)')).toHaveLength(1)
})

test('an exception passes, and one that is not needed is reported', () => {
  const exceptions = { acceptOffer: 'planted' }
  expect(check('(ctx) => answerOffer(ctx)', exceptions)).toEqual([])
  expect(check('(ctx) => acceptOffer(ctx)', exceptions)).toEqual(['excepts acceptOffer without need'])
})

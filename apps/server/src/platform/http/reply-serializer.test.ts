import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serializerCompiler } from './reply-serializer.ts'

const schema = z.object({
  id: z.uuid(),
  at: z.iso.datetime({ offset: false }),
  count: z.int(),
  share: z.number(),
  state: z.enum(['open', 'over']),
  by: z.nullable(z.object({ name: z.string() })),
  note: z.optional(z.string().check(z.trim(), z.maxLength(5))),
  items: z.array(z.object({ done: z.literal(true) })),
  data: z.looseObject({ kind: z.string(), place: z.optional(z.string()) }),
  counts: z.record(z.string(), z.int()),
  either: z.union([z.string(), z.boolean()]),
  money: z.discriminatedUnion('place', [
    z.object({ place: z.literal('nowhere') }),
    z.object({ place: z.enum(['escrow', 'balance']), amount: z.int() }),
  ]),
})
const validReply = {
  id: '01a1fe48-f394-72ac-abc0-fdba3a55e643',
  at: '2026-01-31T12:00:00.000Z',
  count: 3,
  share: 0.5,
  state: 'open',
  by: { name: 'Pia' },
  items: [{ done: true }],
  data: { kind: 'pin', place: 'here', other: [1] },
  counts: { a: 1 },
  either: false,
  money: { place: 'escrow', amount: 5 },
}
const serialize = serializerCompiler({ schema, method: 'GET', url: '/' })

test('fields that the schema does not name are removed, at every depth', () => {
  const withExtraFields = {
    ...validReply,
    password: 'secret',
    by: { name: 'Pia', email: 'secret' },
    items: [{ done: true, key: 'secret' }],
    money: { place: 'escrow', amount: 5, key: 'secret' },
  }
  expect(serialize(withExtraFields)).not.toContain('secret')
  expect(JSON.parse(serialize(withExtraFields))).toEqual(validReply)
})

test.each([
  ['id', 'someone'],
  ['at', '31 January'],
  ['count', 1.5],
  ['share', Number.NaN],
  ['state', 'other'],
  ['by', []],
  ['note', 'too long a note'],
  ['items', [{ done: false }]],
  ['items', {}],
  ['data', null],
  ['data', { kind: 'pin', place: 5 }],
  ['data', { place: 'here' }],
  ['counts', { a: 'one' }],
  ['either', 3],
  ['money', { place: 'elsewhere', amount: 5 }],
  ['money', { place: 'balance' }],
  ['money', { amount: 5 }],
  ['money', 5],
  ['id', undefined],
])('a reply whose %s is %j is refused', (field, value) => {
  expect(() => serialize({ ...validReply, [field]: value })).toThrow('match')
})

test('nullable and optional fields may be missing', () => {
  const { by, note, data } = JSON.parse(serialize({ ...validReply, by: null, note: undefined, data: { kind: 'pin' } }))
  expect([by, note, data]).toEqual([null, undefined, { kind: 'pin' }])
})

test('of a union, the option that the discriminator names decides which fields there are', () => {
  const { money } = JSON.parse(serialize({ ...validReply, money: { place: 'nowhere', amount: 5 } }))
  expect(money).toEqual({ place: 'nowhere' })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, type CanonicalValue } from '../../canonical-json.ts'
import { after, day } from '../../time/instant.ts'
import { canonicalVersionText, checkDeliverable } from '../deliverables/deliverable.ts'
import { draft, now } from '../testing/fixtures.ts'
import { calculateOfferFees, canonicalOfferText, checkOffer, type OfferDraft } from './offer-content.ts'

const first = { title: 'A', description: '', amount: 1, dueAt: after(now, day) }

describe('an offer', () => {
  test.each<[string, string, Partial<OfferDraft>]>([
    ['offer.scope-missing', 'scope', { scope: '  ' }],
    ['offer.text-too-long', 'scope', { scope: 'x'.repeat(8_001) }],
    ['offer.rights-unknown', 'rights', { rights: 'some' }],
    ['money.unknown-currency', 'currency', { currency: 'XXX' }],
    ['offer.no-milestones', 'milestones', { milestones: [] }],
    ['offer.too-many-milestones', 'milestones', { milestones: Array.from({ length: 21 }, () => first) }],
    ['offer.title-missing', 'milestones.0.title', { milestones: [{ ...first, title: ' ' }] }],
    ['offer.text-too-long', 'milestones.0.title', { milestones: [{ ...first, title: 'x'.repeat(121) }] }],
    ['offer.text-too-long', 'milestones.0.description', { milestones: [{ ...first, description: 'x'.repeat(2_001) }] }],
    ['offer.amount-not-positive', 'milestones.1.amount', { milestones: [first, { ...first, amount: 0 }] }],
    ['money.too-large', 'milestones.0.amount', { milestones: [{ ...first, amount: 1.5 }] }],
    ['money.too-large', 'milestones.0.amount', { milestones: [{ ...first, amount: 10 ** 12 + 1 }] }],
    [
      'money.too-large',
      'milestones',
      {
        milestones: [
          { ...first, amount: 10 ** 12 },
          { ...first, amount: 1 },
        ],
      },
    ],
    ['offer.due-in-past', 'milestones.0.dueAt', { milestones: [{ ...first, dueAt: now }] }],
    ['offer.due-too-late', 'milestones.0.dueAt', { milestones: [{ ...first, dueAt: after(now, 731 * day) }] }],
    ['offer.due-out-of-order', 'milestones.1.dueAt', { milestones: [{ ...first, dueAt: after(now, 2 * day) }, first] }],
    ['offer.rounds-out-of-range', 'reviewRounds', { reviewRounds: 11 }],
    ['offer.window-out-of-range', 'reviewWindowDays', { reviewWindowDays: 2 }],
    ['offer.window-out-of-range', 'reviewWindowDays', { reviewWindowDays: 31 }],
  ])('is refused: %s on %s', (code, field, change) => {
    expect(checkOffer({ ...draft, ...change }, now)).toMatchObject({
      ok: false,
      refusal: { code, field, kind: 'invalid' },
    })
  })
  test('shows both sides their amounts, and the totals are the sums of the milestones', () => {
    const content = checkOffer(draft, now)
    if (!content.ok) throw new Error('expected valid content')
    const shown = calculateOfferFees(content.value)
    expect(shown.clientPays.amount).toBe(105_000 + 35_000)
    expect(shown.creatorReceives.amount).toBe(90_000 + 30_000)
    expect(shown.milestones.map((one) => one.clientPays.amount)).toEqual([105_000, 35_000])
  })
  test('has one canonical text, which changes with any word, amount or rate', () => {
    const text = (change: Partial<OfferDraft> = {}, clientFee = 500) => {
      const content = checkOffer({ ...draft, ...change }, now)
      if (!content.ok) throw new Error('expected valid content')
      return canonicalOfferText({ ...content.value, rates: { ...content.value.rates, clientFee } })
    }
    expect(text({ scope: ' A lobby ' })).toBe(text())
    const texts = [
      text(),
      text({ scope: 'A lobby.' }),
      text({ reviewRounds: 1 }),
      text({}, 501),
      text({ currency: 'USD' }),
    ]
    expect(new Set(texts).size).toBe(5)
  })
})

describe('canonical JSON', () => {
  test('does not depend on the order of keys and parses back to the same value', () => {
    const { tree } = fc.letrec<{ tree: CanonicalValue }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.string().map((text) => text.normalize('NFC')),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(tree, (value) => {
        const text = canonicalJson(value)
        const parsed: CanonicalValue = JSON.parse(text)
        expect(canonicalJson(parsed)).toBe(text)
      }),
    )
    expect(canonicalJson({ b: 1, a: [null, 'é'] })).toBe('{"a":[null,"é"],"b":1}')
    expect(() => canonicalJson(0.5)).toThrow(RangeError)
  })
})

describe('a version', () => {
  test('needs a file or an asset and is bound by its notes and all hashes', () => {
    const file = { name: 'a.webp', hash: 'f'.repeat(64) }
    const version = { notes: 'x', files: [file], assets: [] }
    const none = { ...version, files: [] }
    expect(checkDeliverable(none)).toMatchObject({ refusal: { code: 'deliverable.empty' } })
    expect(checkDeliverable({ ...version, notes: 'x'.repeat(8_001) })).toMatchObject({
      refusal: { code: 'deliverable.notes-too-long' },
    })
    expect(checkDeliverable({ ...version, assets: Array.from({ length: 20 }, () => file) })).toMatchObject({
      refusal: { code: 'deliverable.too-many-files' },
    })
    expect(checkDeliverable({ ...none, assets: [file] }).ok).toBe(true)
    const texts = [version, { ...version, notes: 'y' }, { ...none, assets: [file] }, { ...version, assets: [file] }]
    expect(new Set(texts.map(canonicalVersionText)).size).toBe(4)
  })
})

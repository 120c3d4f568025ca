import { type Currency, currencies } from '@veranda/core/money/money.ts'
import { assert, constantFrom, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmountText, parseAmountText } from './amount-text.ts'

// The table's own keys, which Object.keys types as strings.
const codes = Object.keys(currencies) as Currency[]
const read = (text: string, currency: Currency = 'EUR', language = 'en') => parseAmountText(text, currency, language)

describe('a typed amount', () => {
  test('round-trips through its own text in every currency and language', () => {
    const any = record({
      amount: nat({ max: Number.MAX_SAFE_INTEGER }),
      currency: constantFrom(...codes),
      language: constantFrom('en', 'es', 'fr', 'de', 'ja', 'zh', 'ar'),
    })
    assert(
      property(any, ({ amount, currency, language }) => {
        expect(read(formatAmountText(amount, currency, language), currency, language)).toEqual({ ok: true, amount })
      }),
    )
  })
  test.each([
    ['1000', 'EUR', 'en', 100_000],
    ['1,000.5', 'EUR', 'en', 100_050],
    ['1.000,5', 'EUR', 'de', 100_050],
    ['1 000,50', 'EUR', 'fr', 100_050],
    ['12,5', 'EUR', 'en', 1_250],
    ['1,234', 'EUR', 'en', 123_400],
    ['1.234', 'EUR', 'de', 123_400],
    ['1.234', 'KWD', 'en', 1_234],
    ['1,234', 'JPY', 'en', 1_234],
    ['1,00,000.00', 'INR', 'en', 10_000_000],
    ['10.50', 'EUR', 'de', 1_050],
    ['٢٥٠٫٥', 'SAR', 'ar', 25_050],
    ['.5', 'EUR', 'en', 50],
    ['5.00', 'JPY', 'en', 5],
    ["1'000.00", 'CHF', 'de', 100_000],
  ] as const)('%s %s in %s is %d', (text, currency, language, amount) => {
    expect(read(text, currency, language)).toEqual({ ok: true, amount })
  })
  test.each([
    ['', 'missing'],
    ['about 5', 'unreadable'],
    ['-5', 'unreadable'],
    ['1.2.3', 'unreadable'],
    ['.', 'unreadable'],
    ['1.005', 'too-many-decimals'],
    ['99999999999999999', 'too-large'],
  ] as const)('%j is refused as %s', (text, fault) => {
    expect(read(text)).toEqual({ ok: false, fault })
  })
  test('a yen amount has no decimals', () => {
    expect(read('5.5', 'JPY')).toEqual({ ok: false, fault: 'too-many-decimals' })
  })
})

import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeEmail } from './email-address.ts'
import { blanks } from './testing/blanks.ts'

test('an address has one normal form, whatever blanks are around it and whatever its letter case', () => {
  for (const blank of blanks) {
    for (const typed of [
      `${blank}Mira@Example.com`,
      `MIRA@example.com${blank}`,
      `${blank}${blank}mira@EXAMPLE.com${blank}`,
    ])
      expect(normalizeEmail(typed), `U+${blank.codePointAt(0)?.toString(16)}`).toBe('mira@example.com')
  }
  // Typed by an input method in full width.
  expect(normalizeEmail('ｍｉｒａ＠ｅｘａｍｐｌｅ．ｃｏｍ　')).toBe('mira@example.com')
})

test('blanks within an address and accents are kept, because they are other addresses', () => {
  expect(normalizeEmail('mi ra@example.com')).toBe('mi ra@example.com')
  expect(normalizeEmail('míra@example.com')).not.toBe(normalizeEmail('mira@example.com'))
})

test('a normal form is its own normal form', () => {
  const text = string({ unit: oneof(constantFrom(...blanks), string({ unit: 'binary', maxLength: 1 })) })
  assert(
    property(text, (typed) => {
      const once = normalizeEmail(typed)
      expect(normalizeEmail(once)).toBe(once)
    }),
  )
})

test('a long run of blanks takes no longer than any other text of its length', () => {
  const typed = `${'\u200b '.repeat(200_000)}x${'\ufeff\t'.repeat(200_000)}`
  expect(normalizeEmail(typed)).toBe('x')
})

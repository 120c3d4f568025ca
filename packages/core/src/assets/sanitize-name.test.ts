import { expect, test } from 'vitest'
import { sanitizeName } from './sanitize-name.ts'

test.each([
  ['chair\u0000.glb', 'chair.glb'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['a\u2066b\u2069c\u200fd\u061ce', 'abcde'],
  ['cha\u200bir\u2060\ufeff.glb', 'chair.glb'],
  ['a\u200db, علی\u200cرضا, 👩\u200d🚀\u200d', 'ab, علی\u200cرضا, 👩\u200d🚀'],
  ['two\nlines\u2028here', 'twolineshere'],
  ['half \ud800 a pair \udc00', 'half \ufffd a pair \ufffd'],
  ['whole \u{1f600}, 椅子, é, كرسي', 'whole \u{1f600}, 椅子, é, كرسي'],
])('%j is sanitized to %j', (name, sanitized) => {
  expect(sanitizeName(name)).toBe(sanitized)
  expect(sanitizeName(sanitized)).toBe(sanitized)
})

import { expect, test } from 'vitest'
import { cleanName } from './clean-name.ts'

test.each([
  ['chair\u0000.glb', 'chair.glb'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['a\u2066b\u2069c\u200fd\u061ce', 'abcde'],
  ['two\nlines\u2028here', 'twolineshere'],
  ['half \ud800 a pair \udc00', 'half \ufffd a pair \ufffd'],
  ['whole \u{1f600}, 椅子, é, كرسي', 'whole \u{1f600}, 椅子, é, كرسي'],
])('of %j is kept %j', (name, kept) => {
  expect(cleanName(name)).toBe(kept)
  expect(cleanName(kept)).toBe(kept)
})

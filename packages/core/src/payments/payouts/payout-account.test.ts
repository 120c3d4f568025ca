import { expect, test } from 'vitest'
import { parseIban } from './payout-account.ts'

test.each([
  ['DE89 3704 0044 0532 0130 00', 'DE', '3000'],
  ['gb82west12345698765432', 'GB', '5432'],
  ['NO93 8601 1117 947', 'NO', '7947'],
])('%s is an account in %s that ends in %s', (typed, country, last4) => {
  expect(parseIban(typed)).toMatchObject({ ok: true, value: { country, last4 } })
})

test.each([
  '',
  'DE89',
  'DE89 3704 0044 0532 0130 01',
  'DE98 3704 0044 0532 0130 00',
  '89DE370400440532013000',
  'DE89-3704-0044-0532-0130-00',
])('“%s” is refused: a mistyped account would get the money of someone else', (typed) => {
  expect(parseIban(typed)).toMatchObject({ ok: false, refusal: { code: 'payout-account.iban-invalid', field: 'iban' } })
})

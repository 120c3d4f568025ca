import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorParams } from './error-params.ts'
import { formatMessage } from './format-message.ts'

function errorText(code: string, facts: Record<string, string | number>, language: string): string {
  const file = readFileSync(`${import.meta.dirname}/error-codes/${language}.json`, 'utf8')
  // The catalogues are flat, see format-message.test.ts.
  return formatMessage(JSON.parse(file) as Record<string, string>, code, errorParams(facts), language)
}

test('the number of an error code chooses its plural form, also where it has another name or comes second', () => {
  expect(errorText('request.too-many', { seconds: 1 }, 'en')).toMatch(/in 1 second\.$/)
  expect(errorText('request.too-many', { seconds: 2 }, 'ar')).toMatch(/ثانيتين\.$/)
  expect(errorText('milestone.no-rounds-left', { rounds: 0 }, 'fr')).toMatch(/^Aucun /)
  expect(errorText('asset.too-many-parts', { max: 500, count: 1200 }, 'en')).toContain(
    '1200 parts, and the limit is 500',
  )
  expect(errorText('brief.too-long', { max: 400 }, 'en')).toBe('Use at most 400 characters here.')
  expect(errorText('passkey.not-found', {}, 'en')).toMatch(/\.$/)
})

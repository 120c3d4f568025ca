import legal from '@veranda/i18n/legal/en.json'
import { expect, test } from 'vitest'
import { legalSectionCounts } from './legal-screen.tsx'

test('each legal text has as many sections in the catalogue as its screen shows', () => {
  for (const [name, sections] of Object.entries(legalSectionCounts)) {
    const titles = Object.keys(legal).filter((key) => new RegExp(`^${name}\\.\\d+\\.title$`).test(key))
    const texts = Object.keys(legal).filter((key) => new RegExp(`^${name}\\.\\d+\\.text$`).test(key))
    expect([titles.length, texts.length]).toEqual([sections, sections])
  }
})

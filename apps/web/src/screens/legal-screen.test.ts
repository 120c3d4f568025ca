import legal from '@veranda/i18n/legal/en.json'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { termsChanges } from '@veranda/core/accounts/terms/terms-changes.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { legalSectionCounts } from './legal-screen.tsx'

test('each legal text has as many sections in the catalogue as its screen shows', () => {
  for (const [name, sections] of Object.entries(legalSectionCounts)) {
    const titles = Object.keys(legal).filter((key) => new RegExp(`^${name}\\.\\d+\\.title$`).test(key))
    const texts = Object.keys(legal).filter((key) => new RegExp(`^${name}\\.\\d+\\.text$`).test(key))
    expect([titles.length, texts.length]).toEqual([sections, sections])
  }
})

test('the texts in force are those of their version: a change of their meaning raises it', () => {
  const inForce = Object.entries(legal).filter(([key]) => !/^(changes\.|before\.|translation$)/.test(key))
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(inForce)))
    .digest('hex')
  expect({ version: currentTermsVersion, hash }).toEqual({
    version: 11,
    hash: '82177a3a706d6d60ab8e4cad723f65da18647e94911604493ab70d6f832682b1',
  })
})

test('what each version changed has its words and its text before, and nothing else does', () => {
  const texts: Readonly<Record<string, string>> = legal
  const changed = termsChanges.flatMap(({ version, paragraphs }) => paragraphs.map((one) => `${version}.${one}`))
  const written = (prefix: string) =>
    Object.keys(texts)
      .filter((key) => new RegExp(`^${prefix}\\.\\d`).test(key))
      .map((key) => key.slice(prefix.length + 1))
  expect([written('changes'), written('before')]).toEqual([changed, changed])
  for (const change of changed) {
    const inForce = texts[`${change.replace(/^\d+\./, '')}.text`] ?? ''
    expect(inForce).not.toBe('')
    expect(texts[`before.${change}`]).not.toBe(inForce)
  }
})

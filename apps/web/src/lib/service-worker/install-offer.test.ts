import { expect, test } from 'vitest'
import { languageStore } from '../i18n/language.ts'
import { startInstallOffer } from './install-offer.ts'

test('the manifest that the document names is in the language of the page, and follows it', () => {
  const named = () =>
    Array.from(document.head.querySelectorAll('link[rel=manifest]'), (link) => link.getAttribute('href'))
  languageStore.set('ja')
  startInstallOffer()
  expect(named()).toEqual(['/manifest.ja.json'])
  languageStore.set('en')
  expect(named()).toEqual(['/manifest.json'])
})

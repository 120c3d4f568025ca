import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { render } from './render.ts'

const catalogue = {
  hello: 'Hello {{name}}',
  unread_zero: 'Nothing unread',
  unread_one: '{{count}} unread',
  unread_other: '{{count}} unread ones',
}

test('a sentence takes its parameters', () => {
  expect(render(catalogue, 'hello', { name: 'Maya' }, 'en')).toBe('Hello Maya')
})

test('a count chooses the plural form of the language', () => {
  expect(render(catalogue, 'unread', { count: 0 }, 'en')).toBe('Nothing unread')
  expect(render(catalogue, 'unread', { count: 1 }, 'en')).toBe('1 unread')
  expect(render(catalogue, 'unread', { count: 5 }, 'en')).toBe('5 unread ones')
  expect(render({ n_few: 'few', n_many: 'many', n_other: 'other' }, 'n', { count: 4 }, 'ar')).toBe('few')
})

test('an unknown key answers itself', () => {
  expect(render(catalogue, 'nobody.said-this', {}, 'en')).toBe('nobody.said-this')
})

test('every catalogue is a flat list of sentences', () => {
  const areas = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(areas.length).toBeGreaterThan(10)
  for (const area of areas) {
    for (const file of readdirSync(`${import.meta.dirname}/${area.name}`)) {
      const read: unknown = JSON.parse(readFileSync(`${import.meta.dirname}/${area.name}/${file}`, 'utf8'))
      expect(Object.values(read ?? {}).every((said) => typeof said === 'string')).toBe(true)
    }
  }
})

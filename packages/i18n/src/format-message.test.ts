import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatMessage } from './format-message.ts'
import { isolateText } from './text-direction.ts'

const catalogue = {
  hello: 'Hello {{name}}',
  unread_zero: 'Nothing unread',
  unread_one: '{{count}} unread',
  unread_other: '{{count}} unread ones',
}

test('a message takes its parameters', () => {
  expect(formatMessage(catalogue, 'hello', { name: 'Maya' }, 'en')).toBe('Hello Maya')
})

test('a count chooses the plural form of the language', () => {
  expect(formatMessage(catalogue, 'unread', { count: 0 }, 'en')).toBe('Nothing unread')
  expect(formatMessage(catalogue, 'unread', { count: 1 }, 'en')).toBe('1 unread')
  expect(formatMessage(catalogue, 'unread', { count: 5 }, 'en')).toBe('5 unread ones')
  expect(formatMessage({ n_few: 'few', n_many: 'many', n_other: 'other' }, 'n', { count: 4 }, 'ar')).toBe('few')
})

test('on screen a name whose direction may be another one cannot turn the sentence; a count is never marked', () => {
  const shown = (params: Record<string, string | number>, language: string) =>
    formatMessage({ ...catalogue, both: '{{name}}: {{count}}' }, 'both', params, language, isolateText)
  expect(shown({ name: 'Maya', count: 3 }, 'en')).toBe('Maya: 3')
  expect(shown({ name: 'أحمد', count: 3 }, 'en')).toBe('\u2068أحمد\u2069: 3')
  expect(shown({ name: 'Maya', count: 3 }, 'ar')).toBe('\u2068Maya\u2069: 3')
  expect(formatMessage(catalogue, 'hello', { name: 'أحمد' }, 'ar')).toBe('Hello أحمد')
})

test('an unknown key is returned as is', () => {
  expect(formatMessage(catalogue, 'nobody.said-this', {}, 'en')).toBe('nobody.said-this')
})

test('every catalogue is a flat map of strings', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json'),
  )
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const read: unknown = JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
    expect(Object.values(read ?? {}).every((message) => typeof message === 'string')).toBe(true)
  }
})

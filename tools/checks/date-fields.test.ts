import { expect, test } from 'vitest'
import { filesBelow, readText } from './files.ts'

const root = new URL('../..', import.meta.url).pathname
/** Fewer files would mean that the test looks at the wrong folder. */
const minComponents = 200
/** Covers the browser's text of the date with one in the reader's language. */
const dateInput = 'packages/ui/src/date-input.tsx'
const nativeField = /\btype(?:=|: ?)\{?["'`](?:date|time|datetime-local|month|week)["'`]/

test.each([
  ['<TextInput type="date" />', true],
  ["<TextInput type={'time'} />", true],
  ["const props = { type: 'datetime-local' }", true],
  ['<TextInput type="text" />', false],
  ['<time dateTime={at}>', false],
])('%s is a field that follows the browser and not the reader: %s', (text, isNative) => {
  expect(nativeField.test(text)).toBe(isNative)
})

test('dates and times are chosen in the reader’s format, never in a field of the browser’s own', () => {
  const files = ['apps/web/src', 'packages/ui/src'].flatMap((folder) => filesBelow(root, folder, ['.tsx']))
  expect(files.length).toBeGreaterThan(minComponents)
  expect(files.filter((file) => nativeField.test(readText(root, file)))).toEqual([dateInput])
})

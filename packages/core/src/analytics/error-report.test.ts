import { describe, expect, test } from 'vitest'
import {
  anonymiseMessage,
  errorGroupText,
  isSilentError,
  maxFrames,
  maxMessageLength,
  ownFrames,
} from './error-report.ts'

test.each([
  ['TypeError', 'Network Error', true],
  ['NetworkError', 'A network error occurred.', true],
  ['TypeError', 'Failed to fetch', true],
  ['LoadFailed', 'TypeError: Failed to fetch dynamically imported module', true],
  ['AbortError', 'The user aborted a request.', true],
  ['Error', 'AbortError: signal is aborted without reason', true],
  ['TypeError', 'x is not a function', false],
])('%s: %s is silent: %s', (name, message, silent) => {
  expect(isSilentError({ name, message })).toBe(silent)
})

describe('a message loses what a user may have written', () => {
  test.each([
    [
      'Unexpected token \'H\', "Hello Maya, the lamp"... is not valid JSON',
      'Unexpected token …, …... is not valid JSON',
    ],
    ['no notification 0199c1a0-0000-7000-8000-b00000000001', 'no notification …'],
    ['cannot load https://veranda.test/projects/17?q=maya', 'cannot load …'],
    ['maya@veranda.example is taken', '… is taken'],
    ['“The reading room” has no lamp', '… has no lamp'],
    ['version 12 of 3', 'version … of …'],
    ['no route /projects/my-secret', 'no route …'],
    ['a quote that never "ends with Maya', 'a quote that never …'],
    ['first line\nMaya wrote this', 'first line'],
    ['a \u0007bell\u202e', 'a bell'],
  ])('%s', (message, expected) => expect(anonymiseMessage(message)).toBe(expected))

  test('the names of our own properties stay', () => {
    const message = "Cannot read properties of undefined (reading 'title')"
    expect(anonymiseMessage(message)).toBe(message)
  })

  test('it is never longer than its limit', () => {
    expect(anonymiseMessage('word '.repeat(200))).toHaveLength(maxMessageLength)
  })
})

describe('of a stack', () => {
  const own = (file: string) => `    at Screen (https://veranda.test/assets/${file})`

  test('only frames of our own scripts stay, without functions and addresses', () => {
    const stack = [
      'Error: Maya wrote this',
      own('shell-0a1b2c3d.js:1:200'),
      'render@https://veranda.test/assets/base-00ff00ff.js:2:30',
      '    at chrome-extension://abcdef/assets/inject.js:1:1',
      '    at https://elsewhere.test/assets/app.js:1:1',
      '    at https://veranda.test/projects/my-secret:1:1',
    ].join('\n')
    expect(ownFrames(stack, 'https://veranda.test')).toEqual(['shell-0a1b2c3d.js:1:200', 'base-00ff00ff.js:2:30'])
  })

  test('the first ones stay', () => {
    const stack = Array.from({ length: 30 }, (_, line) => own(`base-00ff00ff.js:${line}:1`)).join('\n')
    expect(ownFrames(stack, 'https://veranda.test')).toHaveLength(maxFrames)
    expect(ownFrames(stack, 'https://veranda.test')[0]).toBe('base-00ff00ff.js:0:1')
  })
})

test('the same error of two builds is one group, and another place is another', () => {
  const report = { name: 'TypeError', message: 'x is not a function' }
  const [first, second, elsewhere] = [['shell-0a1b2c3d.js:1:2'], ['shell-ffffffff.js:9:9'], ['room-0a1b2c3d.js:1:2']]
  expect(errorGroupText({ ...report, frames: first })).toBe(errorGroupText({ ...report, frames: second }))
  expect(errorGroupText({ ...report, frames: first })).not.toBe(errorGroupText({ ...report, frames: elsewhere }))
})

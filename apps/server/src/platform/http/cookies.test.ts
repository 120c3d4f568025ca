import { expect, test } from 'vitest'
import { readCookie } from './cookies.ts'

test('a handshake finds its cookie among others, whatever else the header holds', () => {
  expect(readCookie('a=1; veranda.session=token.sign%3D; b="2"', 'veranda.session')).toBe('token.sign=')
  expect(readCookie('veranda.sessionx=1;veranda.session = two', 'veranda.session')).toBe('two')
  expect(readCookie('veranda.session=%E0%A4%A', 'veranda.session')).toBe('%E0%A4%A')
  for (const header of [undefined, '', ';;;=;', 'veranda.session', '__proto__=1']) {
    expect(readCookie(header, 'veranda.session')).toBeUndefined()
  }
  expect(readCookie('a=1', 'toString')).toBeUndefined()
})

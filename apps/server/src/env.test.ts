import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const read = (source: Record<string, string>) => readEnv(source, '/nowhere')

test('without a word it is a sandbox of its own on this machine', () => {
  expect(read({ PORT: '', ALLOWED_ORIGINS: '' })).toMatchObject({
    ok: true,
    env: { mode: 'sandbox', host: '127.0.0.1', port: 4000, dataDir: '/nowhere/.data', allowedOrigins: [] },
  })
})

test('origins are taken as browsers send them', () => {
  const given = ' https://Veranda.example/, http://127.0.0.1:5173 ,'
  expect(read({ ALLOWED_ORIGINS: given })).toMatchObject({
    env: { allowedOrigins: ['https://veranda.example', 'http://127.0.0.1:5173'] },
  })
})

test.each([
  'not an origin;*',
  '*',
  'https://*.example.com',
  'veranda.example',
  'ftp://veranda.example',
  'https://veranda.example/app',
  'https://one.example,two',
])('what is no origin is refused by the name of its variable: %s', (given) => {
  expect(read({ ALLOWED_ORIGINS: given })).toEqual({
    ok: false,
    complaint:
      'ALLOWED_ORIGINS has a value that does not fit: origins such as https://veranda.example, with a comma between two',
  })
})

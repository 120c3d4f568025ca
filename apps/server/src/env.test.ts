import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const read = (source: Record<string, string>) => readEnv(source, '/nowhere')

test('an empty environment is a local sandbox', () => {
  expect(read({ PORT: '', ALLOWED_ORIGINS: '' })).toMatchObject({
    ok: true,
    env: { mode: 'sandbox', host: '127.0.0.1', port: 4000, dataDir: '/nowhere/.data', allowedOrigins: [] },
  })
})

test('origins are normalised to what browsers send', () => {
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
])('an invalid origin is refused with the name of its variable: %s', (given) => {
  expect(read({ ALLOWED_ORIGINS: given })).toEqual({
    ok: false,
    error:
      'ALLOWED_ORIGINS has a value that does not fit: origins such as https://veranda.example, with a comma between two',
  })
})

test('NODE_ADDRESS must be an origin', () => {
  expect(read({ NODE_ADDRESS: 'http://10.0.0.7:4000/' })).toMatchObject({
    env: { nodeAddress: 'http://10.0.0.7:4000' },
  })
  expect(read({ NODE_ADDRESS: '10.0.0.7:4000' })).toEqual({
    ok: false,
    error: 'NODE_ADDRESS has a value that does not fit: an address such as http://10.0.0.7:4000',
  })
})

test.each([
  [{ HTTPS: 'yes' }, 'HTTPS has a value that does not fit: 0 or 1'],
  [{ HTTPS: '1', PUBLIC_URL: 'http://desk.local:4000' }, 'HTTPS is on, but PUBLIC_URL begins with http:'],
  [
    { HTTPS: '1', VERANDA_MODE: 'production', VERANDA_SECRET: 's'.repeat(32), PUBLIC_URL: 'https://veranda.example' },
    'HTTPS cannot be on in production',
  ],
])('HTTPS where it is not possible is refused in one line: %o', (source, error) => {
  expect(read(source)).toMatchObject({ ok: false, error: expect.stringContaining(error) as string })
})

test('demo sign-in is off on a network address unless it is switched on', () => {
  const entry = (source: Record<string, string>) => {
    const result = read({ HTTPS: '1', ...source })
    return result.ok && [result.env.https, result.env.demoEntry]
  }
  expect(entry({})).toEqual([true, true])
  expect(entry({ HOST: '0.0.0.0' })).toEqual([true, false])
  expect(entry({ HOST: '0.0.0.0', DEMO_ENTRY: '1' })).toEqual([true, true])
})

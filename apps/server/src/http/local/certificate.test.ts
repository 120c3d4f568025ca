import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, connect, type TLSSocket } from 'node:tls'
import { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, isLocal, localNames, maskOf } from './addresses.ts'
import { makeAuthority, makeCertificate } from './certificate.ts'
import { keepCertificate } from './keep-certificate.ts'

const day = 86_400_000
const now = Date.now()
const names = { names: ['localhost', 'desk.local'], addresses: ['127.0.0.1', '::1', '192.168.1.20'] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veranda-https-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a client that trusts this authority says to a server with that certificate. */
async function shake(ca: string, server: { certificate: string; key: string }, host: string): Promise<string> {
  const listening = createServer({ cert: server.certificate, key: server.key }, (socket) => socket.end())
  listening.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  // Listening on a port.
  const { port } = listening.address() as AddressInfo
  const line: TLSSocket = connect({
    host: '127.0.0.1',
    port,
    ca,
    servername: host,
    checkServerIdentity: () => undefined,
  })
  const said = await new Promise<string>((resolve) => {
    line.once('secureConnect', () => resolve('trusted'))
    line.once('error', (error) => resolve(error.message))
  })
  line.destroy()
  await new Promise((resolve) => listening.close(resolve))
  return said
}

test('the certificate names what it was made for, for servers alone, and is vouched for by the authority', async () => {
  const authority = makeAuthority([], now)
  const server = makeCertificate(names, authority, now)
  const [above, read] = [new X509Certificate(authority.certificate), new X509Certificate(server.certificate)]
  expect(read.subjectAltName).toBe(
    'DNS:localhost, DNS:desk.local, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:192.168.1.20',
  )
  expect([above.ca, read.ca]).toEqual([true, false])
  expect([read.checkIssued(above), read.verify(above.publicKey), read.verify(read.publicKey)]).toEqual([
    true,
    true,
    false,
  ])
  expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  const lives = (read.validToDate.getTime() - read.validFromDate.getTime()) / day
  expect(lives).toBeLessThanOrEqual(398)
  expect(await shake(authority.certificate, server, 'localhost')).toBe('trusted')
  expect(await shake(makeAuthority([], now).certificate, server, 'localhost')).not.toBe('trusted')
})

test('the authority vouches for nothing of the world outside', async () => {
  const authority = makeAuthority(['203.0.113.7'], now)
  const of = (more: { names?: string[]; addresses?: string[] }) =>
    shake(authority.certificate, makeCertificate({ names: [], addresses: [], ...more }, authority, now), 'localhost')
  expect(await of({ names: ['bank.example'] })).toBe('permitted subtree violation')
  expect(await of({ addresses: ['203.0.113.8'] })).toBe('permitted subtree violation')
  expect(await of({ addresses: ['203.0.113.7'] })).toBe('trusted')
  expect(await of({ addresses: ['10.1.2.3', 'fd00::5'], names: ['desk.local'] })).toBe('trusted')
})

test('it is kept, for nobody else to read, and made anew only when it has to be', () => {
  const first = keepCertificate(folder, names, now)
  expect(keepCertificate(folder, names, now)).toEqual(first)
  for (const file of ['server.pem', 'authority.json']) {
    expect(statSync(join(folder, 'https', file)).mode & 0o077).toBe(0)
  }
  const later = keepCertificate(folder, names, now + 368 * day)
  expect(later.certificate).not.toBe(first.certificate)
  expect(later.authority).toBe(first.authority)
  const moved = keepCertificate(folder, { ...names, addresses: [...names.addresses, '10.0.0.9'] }, now)
  expect(new X509Certificate(moved.certificate).checkIP('10.0.0.9')).toBeDefined()
  expect(moved.authority).toBe(first.authority)
  const outside = keepCertificate(folder, { ...names, addresses: ['203.0.113.7'] }, now)
  expect(outside.authority).not.toBe(first.authority)
})

test.each(['server.pem', 'authority.json', 'authority.crt'])('a %s that is broken is made anew', async (file) => {
  keepCertificate(folder, names, now)
  writeFileSync(join(folder, 'https', file), 'nothing of the kind')
  const made = keepCertificate(folder, names, now)
  expect(await shake(made.authority, made, 'localhost')).toBe('trusted')
  expect(readFileSync(made.authorityFile, 'utf8')).toBe(made.authority)
})

test('addresses are told apart and written as their bytes', () => {
  expect(
    ['127.0.0.1', '192.168.4.4', '172.20.0.1', '172.32.0.1', '8.8.8.8', '::1', 'fd12::1', '2001:db8::1'].map(isLocal),
  ).toEqual([true, true, true, false, false, true, true, false])
  expect(bytesOf('fd00:1::2:3').toString('hex')).toBe('fd000001000000000000000000020003')
  expect([maskOf(4, 12), maskOf(16, 7)].map((mask) => mask.toString('hex'))).toEqual([
    'fff00000',
    `fe${'00'.repeat(15)}`,
  ])
  expect(localNames().names[0]).toBe('localhost')
  expect(localNames().addresses).toEqual(expect.arrayContaining(['127.0.0.1', '::1']))
})

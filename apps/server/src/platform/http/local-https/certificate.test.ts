import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, connect, type TLSSocket } from 'node:tls'
import { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressBytes, isPrivateAddress, localHostNames, netmask } from './network-addresses.ts'
import { makeCertificateAuthority, makeCertificate } from './certificate.ts'
import { ensureCertificate } from './ensure-certificate.ts'

const dayMs = 86_400_000
const now = Date.now()
const names = { names: ['localhost', 'desk.local'], addresses: ['127.0.0.1', '::1', '192.168.1.20'] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'veranda-https-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Connects a client that trusts this authority to a server with that certificate; returns `trusted` or the error. */
async function tlsHandshake(ca: string, server: { certificate: string; key: string }, host: string): Promise<string> {
  const listening = createServer({ cert: server.certificate, key: server.key }, (socket) => socket.end())
  listening.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  // The server listens on a port.
  const { port } = listening.address() as AddressInfo
  const line: TLSSocket = connect({
    host: '127.0.0.1',
    port,
    ca,
    servername: host,
    checkServerIdentity: () => undefined,
  })
  const outcome = await new Promise<string>((resolve) => {
    line.once('secureConnect', () => resolve('trusted'))
    line.once('error', (error) => resolve(error.message))
  })
  line.destroy()
  await new Promise((resolve) => listening.close(resolve))
  return outcome
}

test('the certificate covers the requested names, is for servers only, and is signed by the authority', async () => {
  const authority = makeCertificateAuthority([], now)
  const server = makeCertificate(names, authority, now)
  const [issuer, leaf] = [new X509Certificate(authority.certificate), new X509Certificate(server.certificate)]
  expect(leaf.subjectAltName).toBe(
    'DNS:localhost, DNS:desk.local, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:192.168.1.20',
  )
  expect([issuer.ca, leaf.ca]).toEqual([true, false])
  expect([leaf.checkIssued(issuer), leaf.verify(issuer.publicKey), leaf.verify(leaf.publicKey)]).toEqual([
    true,
    true,
    false,
  ])
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  const lifetimeDays = (leaf.validToDate.getTime() - leaf.validFromDate.getTime()) / dayMs
  expect(lifetimeDays).toBeLessThanOrEqual(398)
  expect(await tlsHandshake(authority.certificate, server, 'localhost')).toBe('trusted')
  expect(await tlsHandshake(makeCertificateAuthority([], now).certificate, server, 'localhost')).not.toBe('trusted')
})

test('the authority signs nothing outside local networks', async () => {
  const authority = makeCertificateAuthority(['203.0.113.7'], now)
  const of = (more: { names?: string[]; addresses?: string[] }) =>
    tlsHandshake(
      authority.certificate,
      makeCertificate({ names: [], addresses: [], ...more }, authority, now),
      'localhost',
    )
  expect(await of({ names: ['bank.example'] })).toBe('permitted subtree violation')
  expect(await of({ addresses: ['203.0.113.8'] })).toBe('permitted subtree violation')
  expect(await of({ addresses: ['203.0.113.7'] })).toBe('trusted')
  expect(await of({ addresses: ['10.1.2.3', 'fd00::5'], names: ['desk.local'] })).toBe('trusted')
})

test('the certificate is reused, private, and renewed only when necessary', () => {
  const first = ensureCertificate(folder, names, now)
  expect(ensureCertificate(folder, names, now)).toEqual(first)
  for (const file of ['server.pem', 'authority.json']) {
    expect(statSync(join(folder, 'https', file)).mode & 0o077).toBe(0)
  }
  const later = ensureCertificate(folder, names, now + 368 * dayMs)
  expect(later.certificate).not.toBe(first.certificate)
  expect(later.authority).toBe(first.authority)
  const moved = ensureCertificate(folder, { ...names, addresses: [...names.addresses, '10.0.0.9'] }, now)
  expect(new X509Certificate(moved.certificate).checkIP('10.0.0.9')).toBeDefined()
  expect(moved.authority).toBe(first.authority)
  const outside = ensureCertificate(folder, { ...names, addresses: ['203.0.113.7'] }, now)
  expect(outside.authority).not.toBe(first.authority)
})

test.each(['server.pem', 'authority.json', 'authority.crt'])('a broken %s is replaced', async (file) => {
  ensureCertificate(folder, names, now)
  writeFileSync(join(folder, 'https', file), 'nothing of the kind')
  const made = ensureCertificate(folder, names, now)
  expect(await tlsHandshake(made.authority, made, 'localhost')).toBe('trusted')
  expect(readFileSync(made.authorityFile, 'utf8')).toBe(made.authority)
})

test('private addresses are recognised and encoded as bytes', () => {
  expect(
    ['127.0.0.1', '192.168.4.4', '172.20.0.1', '172.32.0.1', '8.8.8.8', '::1', 'fd12::1', '2001:db8::1'].map(
      isPrivateAddress,
    ),
  ).toEqual([true, true, true, false, false, true, true, false])
  expect(addressBytes('fd00:1::2:3').toString('hex')).toBe('fd000001000000000000000000020003')
  expect([netmask(4, 12), netmask(16, 7)].map((mask) => mask.toString('hex'))).toEqual([
    'fff00000',
    `fe${'00'.repeat(15)}`,
  ])
  expect(localHostNames().names[0]).toBe('localhost')
  expect(localHostNames().addresses).toEqual(expect.arrayContaining(['127.0.0.1', '::1']))
})

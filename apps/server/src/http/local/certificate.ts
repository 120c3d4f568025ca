import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { bytesOf, isLocal, type LocalNames, localNetworks, maskOf } from './addresses.ts'
import { bits, type Der, integer, octets, oid, sequence, set, tagged, time, utf8, yes } from './der.ts'

/** Both in PEM. */
export type Certificate = { readonly certificate: string; readonly key: string }
export type Authority = Certificate & { readonly publicKey: KeyObject; readonly privateKey: KeyObject }

const day = 86_400_000
/** The authority is trusted by hand once, so it lives long; browsers take at most 398 days of what it signs. */
const authorityLives = 3_650 * day
const certificateLives = 397 * day
/** A headset's clock may be behind. */
const early = day

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
const authorityName = nameOf('Veranda on this machine')

/**
 * An authority of this machine's own. It can vouch for nothing but names and addresses of a local network, and for the
 * further addresses given: whoever trusts it and loses its key to somebody loses no bank's website to them.
 */
export function makeAuthority(further: readonly string[], now: number): Authority {
  const { publicKey, privateKey } = keys()
  const networks = localNetworks.map(([network, length]) => ipRange(network, length))
  const own = further.map((address) => ipRange(address, isIPv6(address) ? 128 : 32))
  const permitted = [...['localhost', 'local'].map(dnsName), ...networks, ...own].map((name) => sequence(name))
  const extensions = [
    // It may sign, but nobody below it.
    extension('2.5.29.19', sequence(yes, integer(Buffer.from([0]))), 'critical'),
    extension('2.5.29.15', bits(Buffer.from([0b0000_0110]), 1), 'critical'),
    extension('2.5.29.14', octets(keyId(publicKey))),
    extension('2.5.29.30', sequence(tagged(0xa0, ...permitted)), 'critical'),
  ]
  const span = { from: now - early, to: now + authorityLives }
  const certificate = signed({ subject: authorityName, publicKey, extensions, span }, privateKey)
  return { certificate, key: pemOfKey(privateKey), publicKey, privateKey }
}

/** A server's certificate for these names, signed by the authority. */
export function makeCertificate({ names, addresses }: LocalNames, by: Authority, now: number): Certificate {
  const { publicKey, privateKey } = keys()
  const called = [...names.map(dnsName), ...addresses.map((address) => tagged(0x87, bytesOf(address)))]
  const extensions = [
    extension('2.5.29.19', sequence(), 'critical'),
    extension('2.5.29.15', bits(Buffer.from([0b1000_0000]), 7), 'critical'),
    // For servers only.
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...called)),
    extension('2.5.29.14', octets(keyId(publicKey))),
    extension('2.5.29.35', sequence(tagged(0x80, keyId(by.publicKey)))),
  ]
  const span = { from: now - early, to: now + certificateLives }
  const subject = nameOf('Veranda')
  return { certificate: signed({ subject, publicKey, extensions, span }, by.privateKey), key: pemOfKey(privateKey) }
}

/** The addresses that an authority has to be made for by name, since they are of no local network. */
export function furtherAddresses({ addresses }: LocalNames): string[] {
  return addresses.filter((address) => !isLocal(address)).toSorted()
}

type Content = { subject: Der; publicKey: KeyObject; extensions: readonly Der[]; span: { from: number; to: number } }

/** RFC 5280, 4.1: what is certified, how it is signed, and the signature. */
function signed({ subject, publicKey, extensions, span }: Content, by: KeyObject): string {
  const content = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    authorityName,
    sequence(time(span.from), time(span.to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const whole = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, by)))
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

function extension(id: string, value: Der, critical?: 'critical'): Der {
  return sequence(oid(id), ...(critical ? [yes] : []), octets(value))
}

function nameOf(common: string): Der {
  return sequence(set(sequence(oid('2.5.4.3'), utf8(common))))
}

const dnsName = (name: string): Der => tagged(0x82, Buffer.from(name))

function ipRange(network: string, length: number): Der {
  const bytes = bytesOf(network)
  return tagged(0x87, bytes, maskOf(bytes.length === 4 ? 4 : 16, length))
}

function keys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
}

function pemOfKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' })
}

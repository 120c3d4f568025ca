import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { addressBytes, isPrivateAddress, type LocalHostNames, privateNetworks, netmask } from './network-addresses.ts'
import {
  bitString,
  type Der,
  integer,
  octetString,
  objectIdentifier,
  sequence,
  setOf,
  tagged,
  derTime,
  utf8String,
  derTrue,
} from './der.ts'

/** A certificate and its private key, both in PEM. */
export type Certificate = { readonly certificate: string; readonly key: string }
export type CertificateAuthority = Certificate & { readonly publicKey: KeyObject; readonly privateKey: KeyObject }

const dayMs = 86_400_000
/**
 * Users trust the authority manually once, so it lives long; browsers accept at most 398 days for the certificates it
 * signs.
 */
const authorityLifetimeMs = 3_650 * dayMs
const certificateLifetimeMs = 397 * dayMs
/** A headset's clock may be behind. */
const clockSkewMs = dayMs

const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'))
const authorityName = distinguishedName('Veranda on this machine')

/**
 * Makes a certificate authority for this machine. Its name constraints allow only local names, private networks and the
 * given addresses, so that a stolen key cannot impersonate other websites.
 */
export function makeCertificateAuthority(extraAddresses: readonly string[], now: number): CertificateAuthority {
  const { publicKey, privateKey } = generateKeys()
  const networks = privateNetworks.map(([network, length]) => ipRange(network, length))
  const extraRanges = extraAddresses.map((address) => ipRange(address, isIPv6(address) ? 128 : 32))
  const permitted = [...['localhost', 'local'].map(dnsName), ...networks, ...extraRanges].map((name) => sequence(name))
  const extensions = [
    // A CA with path length 0: it signs no further authorities.
    extension('2.5.29.19', sequence(derTrue, integer(Buffer.from([0]))), 'critical'),
    extension('2.5.29.15', bitString(Buffer.from([0b0000_0110]), 1), 'critical'),
    extension('2.5.29.14', octetString(keyId(publicKey))),
    extension('2.5.29.30', sequence(tagged(0xa0, ...permitted)), 'critical'),
  ]
  const validity = { from: now - clockSkewMs, to: now + authorityLifetimeMs }
  const certificate = signCertificate({ subject: authorityName, publicKey, extensions, validity }, privateKey)
  return { certificate, key: privateKeyPem(privateKey), publicKey, privateKey }
}

/** Makes a server certificate for these names, signed by the authority. */
export function makeCertificate(
  { names, addresses }: LocalHostNames,
  issuer: CertificateAuthority,
  now: number,
): Certificate {
  const { publicKey, privateKey } = generateKeys()
  const altNames = [...names.map(dnsName), ...addresses.map((address) => tagged(0x87, addressBytes(address)))]
  const extensions = [
    extension('2.5.29.19', sequence(), 'critical'),
    extension('2.5.29.15', bitString(Buffer.from([0b1000_0000]), 7), 'critical'),
    // Extended key usage: server authentication only.
    extension('2.5.29.37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...altNames)),
    extension('2.5.29.14', octetString(keyId(publicKey))),
    extension('2.5.29.35', sequence(tagged(0x80, keyId(issuer.publicKey)))),
  ]
  const validity = { from: now - clockSkewMs, to: now + certificateLifetimeMs }
  const subject = distinguishedName('Veranda')
  return {
    certificate: signCertificate({ subject, publicKey, extensions, validity }, issuer.privateKey),
    key: privateKeyPem(privateKey),
  }
}

/** Returns the addresses outside private networks, which the authority must name explicitly. */
export function publicAddresses({ addresses }: LocalHostNames): string[] {
  return addresses.filter((address) => !isPrivateAddress(address)).toSorted()
}

type CertificateContent = {
  subject: Der
  publicKey: KeyObject
  extensions: readonly Der[]
  validity: { from: number; to: number }
}

/** Encodes and signs a certificate as PEM (RFC 5280, 4.1): content, algorithm and signature. */
function signCertificate({ subject, publicKey, extensions, validity }: CertificateContent, issuer: KeyObject): string {
  const content = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    authorityName,
    sequence(derTime(validity.from), derTime(validity.to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const whole = sequence(content, ecdsaWithSha256, bitString(sign('sha256', content, issuer)))
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

function extension(id: string, value: Der, critical?: 'critical'): Der {
  return sequence(objectIdentifier(id), ...(critical ? [derTrue] : []), octetString(value))
}

function distinguishedName(common: string): Der {
  return sequence(setOf(sequence(objectIdentifier('2.5.4.3'), utf8String(common))))
}

const dnsName = (name: string): Der => tagged(0x82, Buffer.from(name))

function ipRange(network: string, length: number): Der {
  const bytes = addressBytes(network)
  return tagged(0x87, bytes, netmask(bytes.length === 4 ? 4 : 16, length))
}

function generateKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
}

function privateKeyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' })
}

import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LocalHostNames } from './network-addresses.ts'
import {
  type CertificateAuthority,
  type Certificate,
  publicAddresses,
  makeCertificateAuthority,
  makeCertificate,
} from './certificate.ts'

const renewBeforeExpiryMs = 30 * 86_400_000

export type LocalCertificate = Certificate & {
  /** The certificate that devices must trust, in PEM. */
  readonly authority: string
  /** The path of that file. */
  readonly authorityFile: string
}

/**
 * Returns the local certificate below the data directory. Issues a new one when it is missing, unreadable, expires
 * within 30 days or lacks a current name of this machine. Keeps the authority as long as possible, because users had to
 * trust it on their devices.
 */
export function ensureCertificate(dataDir: string, names: LocalHostNames, now: number): LocalCertificate {
  const folder = join(dataDir, 'https')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const authorityFile = join(folder, 'authority.crt')
  const extraAddresses = publicAddresses(names)
  const authority = readAuthority(folder, extraAddresses, now) ?? writeAuthority(folder, extraAddresses, now)
  const serverCertificate = readServer(folder, names, authority, now) ?? writeServer(folder, names, authority, now)
  return { ...serverCertificate, authority: authority.certificate, authorityFile }
}

function readAuthority(
  folder: string,
  extraAddresses: readonly string[],
  now: number,
): CertificateAuthority | undefined {
  try {
    const certificate = readFileSync(join(folder, 'authority.crt'), 'utf8')
    const { key, reach } = parseAuthority(readFileSync(join(folder, 'authority.json'), 'utf8'))
    const privateKey = createPrivateKey(key)
    const parsed = new X509Certificate(certificate)
    const coversAddresses = extraAddresses.every((address) => reach.includes(address))
    if (!coversAddresses || !isFarFromExpiry(parsed, now) || !parsed.checkPrivateKey(privateKey)) return undefined
    return { certificate, key, privateKey, publicKey: createPublicKey(privateKey) }
  } catch {
    return undefined
  }
}

function parseAuthority(text: string): { key: string; reach: readonly unknown[] } {
  const { key, reach } = JSON.parse(text) as Record<string, unknown>
  if (typeof key !== 'string' || !Array.isArray(reach))
    throw new TypeError('not a certificate authority of this installation')
  return { key, reach }
}

function writeAuthority(folder: string, extraAddresses: readonly string[], now: number): CertificateAuthority {
  const issued = makeCertificateAuthority(extraAddresses, now)
  writePrivately(folder, 'authority.json', JSON.stringify({ key: issued.key, reach: extraAddresses }))
  writePrivately(folder, 'authority.crt', issued.certificate)
  return issued
}

function readServer(
  folder: string,
  names: LocalHostNames,
  authority: CertificateAuthority,
  now: number,
): Certificate | undefined {
  try {
    const pem = readFileSync(join(folder, 'server.pem'), 'utf8')
    const split = pem.indexOf('-----BEGIN PRIVATE KEY-----')
    const [certificate, key] = [pem.slice(0, split), pem.slice(split)]
    const parsed = new X509Certificate(certificate)
    const coversNames =
      names.names.every((name) => parsed.checkHost(name) !== undefined) &&
      names.addresses.every((address) => parsed.checkIP(address) !== undefined)
    const signedByUs = parsed.verify(authority.publicKey) && parsed.checkPrivateKey(createPrivateKey(key))
    return coversNames && signedByUs && isFarFromExpiry(parsed, now) ? { certificate, key } : undefined
  } catch {
    return undefined
  }
}

function writeServer(folder: string, names: LocalHostNames, authority: CertificateAuthority, now: number): Certificate {
  const issued = makeCertificate(names, authority, now)
  writePrivately(folder, 'server.pem', issued.certificate + issued.key)
  return issued
}

function isFarFromExpiry(certificate: X509Certificate, now: number): boolean {
  return certificate.validFromDate.getTime() <= now && certificate.validToDate.getTime() - now > renewBeforeExpiryMs
}

/** Writes the file atomically, readable by the owner only. */
function writePrivately(folder: string, name: string, text: string): void {
  const draft = join(folder, `${name}.new`)
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, join(folder, name))
}

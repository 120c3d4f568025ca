import { type AddPasskeyBody, type Assertion } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'

const origin = 'http://localhost'
const [userPresent, userVerified, attested] = [0x01, 0x04, 0x40]

type Answer = { origin?: string; rpId?: string; verified?: boolean }

/** An authenticator with one ES256 key, which writes its data by the WebAuthn specification. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** The number of signatures so far. */
  counter = 0

  /** Makes the passkey for a challenge. */
  create(challenge: string, { verified = true, ...answer }: Answer = {}): AddPasskeyBody {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const credentialId = Buffer.from(this.id, 'base64url')
    const coseKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, 'base64url')),
    ])
    const authData = Buffer.concat([
      this.#head(verified, attested, answer),
      Buffer.alloc(16),
      Buffer.from([0, credentialId.length]),
      credentialId,
      coseKey,
    ])
    const attestation = [
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]
    return {
      id: this.id,
      clientDataJSON: clientData('webauthn.create', challenge, answer).toString('base64url'),
      attestationObject: Buffer.concat(attestation).toString('base64url'),
      transports: ['internal'],
    }
  }

  /** Signs a challenge. */
  get(challenge: string, { verified = true, ...answer }: Answer = {}): Assertion {
    this.counter += 1
    const authData = this.#head(verified, 0, answer)
    const data = clientData('webauthn.get', challenge, answer)
    const signed = Buffer.concat([authData, Buffer.from(hash('sha256', data, 'hex'), 'hex')])
    return {
      id: this.id,
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    }
  }

  #head(verified: boolean, more: number, { rpId = 'localhost' }: Answer): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const flags = userPresent | (verified ? userVerified : 0) | more
    return Buffer.concat([Buffer.from(hash('sha256', rpId), 'hex'), Buffer.from([flags]), counter])
  }
}

function clientData(type: string, challenge: string, answer: Answer): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin: answer.origin ?? origin, crossOrigin: false }))
}

function cborText(text: string): Buffer {
  return Buffer.from([0x60 + text.length, ...Buffer.from(text)])
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}

import { type VapidKeys } from '../../gateways/push/vapid-keys.ts'
import { type SecretCheck } from '../backup/secret-check.ts'
import { type Db } from '../db/database.ts'
import { loadOrCreateSetting, replaceSetting } from '../db/settings.ts'
import { type Deps } from '../deps.ts'
import { openSecret, sealSecret, type SecretSource } from './secret-box.ts'

const settingKey = 'push.vapid-keys'
const sealing = { purpose: 'push keys', context: settingKey } as const

/**
 * Returns the key pair that push services know this installation by, made on first use. All nodes share it; the private
 * key is encrypted with the server's secret. One that another secret has encrypted is replaced: browsers then subscribe
 * again at their next start.
 */
export async function loadOrCreateVapidKeys(
  db: Db,
  deps: Pick<Deps, 'env' | 'log'>,
  makeKeys: () => VapidKeys,
): Promise<VapidKeys> {
  const make = () => {
    const { publicKey, privateKey } = makeKeys()
    return { publicKey, sealedPrivateKey: sealSecret(privateKey, sealing, deps) }
  }
  const stored = await loadOrCreateSetting(db, settingKey, make)
  try {
    return openKeys(stored, deps)
  } catch (error) {
    deps.log.warn({ err: error }, 'push keys cannot be read with this secret and are replaced')
    return openKeys(await replaceSetting(db, settingKey, stored, make()), deps)
  }
}

/** Finds out whether a secret is the one with which the push keys are encrypted. */
export const pushKeySecret: SecretCheck = {
  statement: `select value from settings where key = '${settingKey}'`,
  async fits(secret, rows) {
    try {
      // Written only above.
      for (const { value } of rows) openKeys(value as SealedKeys, { env: { secret } })
      return true
    } catch {
      return false
    }
  },
}

type SealedKeys = { publicKey: string; sealedPrivateKey: string }

function openKeys({ publicKey, sealedPrivateKey }: SealedKeys, deps: SecretSource): VapidKeys {
  return { publicKey, privateKey: openSecret(sealedPrivateKey, sealing, deps) }
}

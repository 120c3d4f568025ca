import { type VapidKeys } from '../../gateways/push/vapid-keys.ts'
import { type Db } from '../db/database.ts'
import { loadOrCreateSetting, replaceSetting } from '../db/settings.ts'
import { type Deps } from '../deps.ts'
import { openSecret, sealSecret } from './secret-box.ts'

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

function openKeys(
  { publicKey, sealedPrivateKey }: { publicKey: string; sealedPrivateKey: string },
  deps: Pick<Deps, 'env'>,
): VapidKeys {
  return { publicKey, privateKey: openSecret(sealedPrivateKey, sealing, deps) }
}

import { useTranslations } from '../../lib/i18n/i18n.ts'
import { type PasskeyObstacle } from './passkeys.ts'

/** Says why passkeys are not offered here. */
export function NoPasskeysHere({ obstacle }: { obstacle: PasskeyObstacle }) {
  const t = useTranslations('accounts/step-up')
  return <p>{t(`passkey.${obstacle}`, { host: location.host })}</p>
}

import { Link } from '@veranda/ui/link.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'

/** Leads to where the first address is added, beside the refusal of a step that needs one. */
export function AddAddressLink() {
  const t = useTranslations('accounts/settings')
  return <Link href="/settings">{t('email.add')}</Link>
}

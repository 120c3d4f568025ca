import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Inline } from '@veranda/ui/layout.tsx'
import { useId, useState } from 'react'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { EmailDialog } from './email-dialog.tsx'
import styles from '../settings/settings.module.css'

/** Shows the address of the account, and changes it or adds the first one. */
export function EmailField({ account }: { account: Account }) {
  const t = useTranslations('accounts/settings')
  const label = useId()
  const [open, setOpen] = useState(false)
  // Each opening has an empty form; the closed dialog stays, so that the focus returns to the button.
  const [opening, setOpening] = useState(0)
  const show = () => {
    setOpening(opening + 1)
    setOpen(true)
  }
  return (
    <div role="group" aria-labelledby={label} className={styles.email}>
      <p id={label} className={styles.avatarLabel}>
        {t('email')}
      </p>
      {account.email === null ? (
        <p className={styles.note}>{t('email.none')}</p>
      ) : (
        <p>
          <bdi dir="ltr">{account.email}</bdi>
        </p>
      )}
      <Inline>
        <Button onClick={show}>{account.email === null ? t('email.add') : t('email.change')}</Button>
      </Inline>
      <EmailDialog key={opening} account={account} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
